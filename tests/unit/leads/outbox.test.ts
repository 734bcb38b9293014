import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFileStore, prepareOutbox } from '#engine/leads/file-store.ts';
import {
  createOutbox,
  type Lead,
  type LeadState,
  type LeadStore,
  type NewLeadState,
  type SendMail,
} from '#engine/leads/outbox.ts';
import { OwnError, type LogEntry } from '#engine/base/log.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createLead } from '../../fixtures/leads.ts';
import { watchSteps } from '../../server/support/watch-steps.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const { submission } = createLead();

let directory = '';
let store: LeadStore;
/** How often the outbox looked for leads. */
let looks = 0;
let time = 0;
let sent: Lead[] = [];
let events: LogEntry[] = [];

beforeEach(async () => {
  directory = await createFolder();
  await prepareOutbox(directory);
  store = createFileStore(directory);
  time = Date.UTC(2026, 10, 21, 12, 5);
  sent = [];
  events = [];
});

const takeIt: SendMail = (lead) => {
  sent.push(lead);
  return Promise.resolve();
};

/** Opens an outbox on the same folder, like another process. */
function openOutbox(
  sendMail: SendMail | null = takeIt,
  changes: Partial<LeadStore> = {},
  keepDays: number | null = null,
) {
  const list = (state: LeadState) => {
    looks += 1;
    return store.list(state);
  };
  const outbox = createOutbox({
    store: { ...store, list, ...changes },
    sendMail,
    keepDays,
    log: (entry) => events.push(entry),
    now: () => time,
    tick: () => time,
  });
  return {
    ...outbox,
    accept: async (challenge = 'Growth', state: NewLeadState = 'waiting') => {
      const message = { submission: { ...submission, challenge }, page: null, state };
      const isNew = await outbox.accept(message);
      return { isNew, id: String(events.at(-1)?.id) };
    },
    deliverAll: () => outbox.deliverDue({ early: true }),
  };
}
const listChallenges = () => sent.map((lead) => lead.submission.challenge);

describe('accepting', () => {
  test('the same fields within ten minutes are one lead, sent or not, restarted or not', async () => {
    const outbox = openOutbox();
    const all = await Promise.all(Array.from({ length: 20 }, () => outbox.accept()));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    time += 9 * minute;
    expect((await openOutbox().accept()).isNew).toBe(false);
    await outbox.deliver();
    expect((await outbox.accept()).isNew).toBe(false);
    time += minute;
    expect((await outbox.accept()).isNew).toBe(true);
  });

  test('asks the first state of leads before the others, because a lead may move meanwhile', async () => {
    const asked: LeadState[] = [];
    const ask = (_: string, state: LeadState) => {
      asked.push(state);
      return Promise.resolve(null);
    };
    await openOutbox(takeIt, { read: ask }).accept();
    expect(asked.lastIndexOf('waiting')).toBeLessThan(asked.indexOf('sent'));
  });

  test('a store that fails accepts nothing, and works again when it is repaired', async () => {
    const outbox = openOutbox();
    await rm(join(directory, 'waiting'), { recursive: true });
    await writeFile(join(directory, 'waiting'), '');
    await expect(outbox.accept()).rejects.toThrow(/EEXIST|ENOTDIR/);
    await rm(join(directory, 'waiting'));
    expect((await outbox.accept()).isNew).toBe(true);
  });

  test('a lead that another process adds first is known', async () => {
    const outbox = openOutbox(takeIt, { add: () => Promise.resolve(false) });
    expect((await outbox.accept()).isNew).toBe(false);
    expect(events).toEqual([]);
  });

  test('a start makes the names in all folders survive a power cut, and a move those in both', async () => {
    const { id } = await openOutbox().accept();
    const synced: string[] = [];
    onTestFinished(watchSteps((_, path) => synced.push(relative(directory, path))));
    await prepareOutbox(directory);
    expect(synced).toEqual(['..', '', 'waiting', 'sent', 'failed', 'trapped']);
    // Only its owner can read them.
    expect((await stat(join(directory, 'waiting'))).mode & 0o777).toBe(0o700);
    await store.move(createLead({}, { id }), 'waiting', 'sent');
    expect(synced.slice(-3)).toEqual([join('sent', `${id}.json`), 'sent', 'waiting']);
  });

  test('a trapped lead is stored apart, and the same lead without the trap is mailed', async () => {
    const outbox = openOutbox();
    await outbox.count();
    const { id } = await outbox.accept('one', 'trapped');
    expect(await store.read(id, 'trapped')).toMatchObject({ id });
    expect(events).toEqual([{ event: 'lead.trapped', id }]);
    await outbox.deliverDue();
    expect(await outbox.count()).toMatchObject({ waiting: 0, trapped: 1 });
    expect((await outbox.accept('one')).isNew).toBe(true);
    expect((await outbox.accept('one', 'trapped')).isNew).toBe(false);
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
  });
});

describe('mailing', () => {
  test('a lead is mailed once, however many calls and processes ask for the mail', async () => {
    const outbox = openOutbox();
    const other = openOutbox();
    const { id } = await outbox.accept();
    await Promise.all([other.deliverAll(), other.deliverAll()]);
    for (const process of [outbox, openOutbox(takeIt, { list: () => Promise.resolve([id]) })]) {
      await process.deliver();
      await process.deliverAll();
      expect(await process.count()).toMatchObject({ waiting: 0 });
    }
    expect(sent).toHaveLength(1);
    const sentAt = '2026-11-21T12:05:00.000Z';
    expect(await store.read(id, 'sent')).toMatchObject({ attempts: 1, sentAt });
    expect(events).toEqual([
      { event: 'lead.stored', id },
      { event: 'lead.sent', id, attempts: 1 },
    ]);
  });

  test('a crash after the mail was marked, before it was moved, does not mail again', async () => {
    const lead = createLead();
    await store.add({ ...lead, sentAt: lead.receivedAt }, 'waiting');
    await openOutbox().deliverAll();
    expect(sent).toEqual([]);
    expect(await store.list('sent')).toEqual([lead.id]);
  });

  test('after each failure the pause doubles, from less than ten seconds to an hour', async () => {
    const { id } = await openOutbox().accept();
    time += minute;
    const error = `421 <${submission.email}> later`;
    for (const seconds of [7, 14, 28, 56, 112, 224, 448, 896, 1792, 3584, 3600, 3600]) {
      const outbox = openOutbox(() => Promise.reject(new Error(error)));
      await outbox.deliverDue();
      time += seconds * 1000 - 1;
      for (const process of [outbox, openOutbox()]) await process.deliverDue();
      expect(sent).toEqual([]);
      time += 1;
    }
    const delayed = { attempts: 12, error, sentAt: null };
    expect(await store.read(id, 'waiting')).toMatchObject(delayed);
    expect(events).toContainEqual({ event: 'lead.delayed', id, attempts: 12, error: 'Error' });
    expect(JSON.stringify(events)).not.toContain(submission.email);
    await openOutbox().deliverDue();
    expect(await store.read(id, 'sent')).toMatchObject({ attempts: 13, error: null });
  });

  test('the first mail after an outage lets all others follow at once', async () => {
    let isDown = true;
    const outbox = openOutbox((...mail) =>
      isDown ? Promise.reject(new Error('ECONNREFUSED')) : takeIt(...mail),
    );
    for (const text of ['one', 'two']) await outbox.accept(text);
    for (let look = 0; look < 10; look += 1) {
      time += 60 * minute;
      await outbox.deliverDue();
    }
    expect((await outbox.count())?.longestWaitMs).toBe(600 * minute);
    isDown = false;
    await outbox.accept('three');
    await outbox.deliver();
    expect(await outbox.count()).toMatchObject({ waiting: 2, longestWaitMs: 0 });
    await outbox.deliverDue();
    expect(listChallenges()).toEqual(['three', 'one', 'two']);
  });

  test('whatever a server answers is final after five days of trying only: then the lead is kept apart and counted', async () => {
    const refusal = 'Message failed: 554 5.7.1 Spam';
    const outbox = openOutbox(() => Promise.reject(new OwnError(refusal)));
    await outbox.count();
    const { id } = await outbox.accept();
    // Before there was a mail server nothing was tried.
    time += 6 * day;
    await outbox.deliver();
    const begun = time;
    while (time < begun + 5 * day) {
      expect(await store.read(id, 'waiting')).toMatchObject({ error: refusal });
      time += 60 * minute;
      await outbox.deliverDue();
    }
    expect(time - begun).toBe(5 * day);
    expect(await store.read(id, 'failed')).toMatchObject({ error: refusal });
    const { attempts } = (await store.read(id, 'failed')) ?? {};
    expect(events.at(-1)).toEqual({ event: 'lead.failed', id, attempts, error: refusal });
    expect(await outbox.count()).toMatchObject({ waiting: 0 });
    time += day;
    const other = openOutbox();
    await other.deliverAll();
    expect(await other.count()).toMatchObject({ waiting: 0, failed: 1 });
    expect(sent).toEqual([]);
  });

  test('a mailed lead is deleted after the days of the firm, and no other', async () => {
    const outbox = openOutbox(takeIt, {}, 30);
    await outbox.accept('mailed');
    const trapped = await outbox.accept('trapped', 'trapped');
    await outbox.deliverDue();
    time += 30 * day - 120 * minute;
    await outbox.deliverDue();
    expect(await store.list('sent')).toHaveLength(1);
    time += 180 * minute;
    await outbox.deliverDue();
    expect([await store.list('sent'), await store.list('trapped')]).toEqual([[], [trapped.id]]);
  });

  test('a damaged file does not delay the others', async () => {
    await writeFile(join(directory, 'waiting', '0-damaged.json'), '{"id":"0-damaged"}');
    const outbox = openOutbox();
    const { id } = await outbox.accept();
    for (let look = 0; look < 2; look += 1) await outbox.deliverAll();
    expect(sent).toHaveLength(1);
    expect(await outbox.count()).toMatchObject({ waiting: 1 });
    expect(events).toEqual([
      { event: 'lead.stored', id },
      { event: 'lead.unreadable', id: '0-damaged', error: 'Error' },
      { event: 'lead.sent', id, attempts: 1 },
    ]);
  });

  test('a lead stored by an earlier version, under milder rules, is mailed all the same', async () => {
    const {
      page: _,
      failingSince: __,
      ...old
    } = createLead({ name: 'x'.repeat(1000), email: 'none' });
    await writeFile(join(directory, 'waiting', `${old.id}.json`), JSON.stringify(old));
    await openOutbox().deliverAll();
    expect(sent).toMatchObject([{ ...old, attempts: 1, page: null }]);
  });

  test('without a mail server leads wait, and their count needs no read of the store', async () => {
    const outbox = openOutbox(null);
    await outbox.accept();
    await outbox.deliverAll();
    const before = looks;
    time += 10 * minute;
    const count = { waiting: 1, failed: 0, trapped: 0, longestWaitMs: 10 * minute };
    expect(await outbox.count()).toEqual(count);
    expect(looks).toBe(before);
    expect(await openOutbox().count()).toEqual(count);
  });

  test('a disk that is full after a mail causes no second mail', async () => {
    let isFull = true;
    const outbox = openOutbox(takeIt, {
      move: (...record) => (isFull ? Promise.reject(new Error('ENOSPC')) : store.move(...record)),
    });
    const { id } = await outbox.accept();
    await outbox.deliver();
    expect(events.at(-1)).toEqual({ event: 'outbox.failed', id, error: 'Error' });
    isFull = false;
    time += 6999;
    await outbox.deliverDue();
    expect(await store.list('sent')).toEqual([]);
    time += 1;
    await outbox.deliverDue();
    expect(await store.list('sent')).toEqual([id]);
    expect(sent).toHaveLength(1);
  });

  test('a server that hangs holds one connection, and is left at once by a stop that changes no lead', async () => {
    const seen: string[] = [];
    const outbox = openOutbox((_, signal) => {
      seen.push('begun');
      const { promise, reject } = Promise.withResolvers<undefined>();
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      return promise.finally(() => seen.push('left'));
    });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push((await outbox.accept(text)).id);
    for (const _ of ids) void outbox.deliver();
    await expect.poll(() => seen).toEqual(['begun']);
    void outbox.deliverAll();
    await setImmediate();
    await outbox.stop();
    expect(seen).toEqual(['begun', 'left']);
    for (const id of ids)
      expect(await store.read(id, 'waiting')).toMatchObject({ attempts: 0, error: null });
  });
});

test('a started outbox mails the leads of an earlier process at once, and others when they are due', async () => {
  await openOutbox().accept('earlier');
  const broken = openOutbox(takeIt, { list: () => Promise.reject(new Error('EIO')) });
  broken.start();
  await expect.poll(() => events.at(-1)).toEqual({ event: 'outbox.failed', error: 'Error' });
  await broken.stop();

  const next = openOutbox();
  next.start();
  await expect.poll(listChallenges).toEqual(['earlier']);
  await openOutbox().accept('later');
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 3);
  expect(listChallenges()).toEqual(['earlier']);
  time += minute;
  await expect.poll(listChallenges).toEqual(['earlier', 'later']);
  await next.stop();
});

test('files are listed oldest first, by the names that leads have; one that cannot be read is an error', async () => {
  for (const id of ['b', 'c', 'a']) await store.add(createLead({}, { id }), 'waiting');
  await writeFile(join(directory, 'waiting', 'd.json.1.tmp'), '');
  expect(await store.list('waiting')).toEqual(['a', 'b', 'c']);
  expect(await createFileStore(join(directory, 'none')).list('waiting')).toEqual([]);
  await mkdir(join(directory, 'waiting', 'e.json'));
  await expect(store.read('e', 'waiting')).rejects.toThrow('EISDIR');
  await writeFile(join(directory, 'waiting', 'f.json'), '{}');
  await expect(store.read('f', 'waiting')).rejects.toThrow('A stored lead is damaged.');
  expect(await store.read('g', 'waiting')).toBeNull();
});
