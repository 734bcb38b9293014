import promises, { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFileStore, prepareOutbox } from '../../../src/engine/leads/file-store.ts';
import {
  createOutbox,
  MailRefused,
  type Admit,
  type Lead,
  type LeadState,
  type LeadStore,
  type NewLeadState,
  type SendMail,
} from '../../../src/engine/leads/outbox.ts';
import type { LogEntry } from '../../../src/engine/log.ts';
import { createLead } from '../../fixtures/leads.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const { submission } = createLead();

let directory = '';
let time = 0;
let sent: Lead[] = [];
let events: LogEntry[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outbox-'));
  await prepareOutbox(directory);
  time = Date.UTC(2026, 10, 21, 12, 5);
  sent = [];
  events = [];
});
afterEach(() => rm(directory, { recursive: true }));

const takeIt: SendMail = (lead) => {
  sent.push(lead);
  return Promise.resolve();
};
const failWith =
  (error: Error): SendMail =>
  () =>
    Promise.reject(error);

/** Opens an outbox on the same folder, like another process. */
function openOutbox(sendMail: SendMail | null = takeIt, changes: Partial<LeadStore> = {}) {
  const outbox = createOutbox({
    store: { ...createFileStore(directory), ...changes },
    sendMail,
    log: (entry) => events.push(entry),
    now: () => time,
    tick: () => time,
  });
  return {
    ...outbox,
    accept: (
      challenge = 'Growth',
      state: NewLeadState = 'waiting',
      admit: Admit = () => () => undefined,
    ) => outbox.accept({ submission: { ...submission, challenge }, page: null, state }, admit),
    deliverAll: () => outbox.deliverDue({ early: true }),
  };
}
const read = (id: string, state: LeadState) => createFileStore(directory).read(id, state);
const list = (state: LeadState) => createFileStore(directory).list(state);

describe('accepting', () => {
  test('stores a lead in a file that only its owner can read', async () => {
    const { id, outcome } = await openOutbox().accept();
    expect(outcome).toBe('added');
    expect(id).toMatch(/^[0-9a-z]+-[0-9a-f]{24}$/);
    const path = join(directory, 'waiting', `${id}.json`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(
      createLead({ challenge: 'Growth' }, { id }),
    );
    expect(await readdir(join(directory, 'waiting'))).toEqual([`${id}.json`]);
  });

  test('the same fields within ten minutes are one lead, sent or not, restarted or not', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept();
    expect((await outbox.accept()).outcome).toBe('known');
    time += 9 * minute;
    expect((await openOutbox().accept()).outcome).toBe('known');
    await outbox.deliver(id);
    expect((await outbox.accept()).outcome).toBe('known');
    time += minute;
    expect((await outbox.accept()).outcome).toBe('added');
  });

  test('the same fields at the same moment are one lead', async () => {
    const outbox = openOutbox();
    const all = await Promise.all(Array.from({ length: 20 }, () => outbox.accept()));
    expect(all.filter(({ outcome }) => outcome === 'added')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'known')).toHaveLength(19);
    expect(await list('waiting')).toHaveLength(1);
  });

  test('asks the store in two turns whether a lead is known', async () => {
    let turns = 0;
    let turn: Promise<void> | null = null;
    const outbox = openOutbox(takeIt, {
      async read() {
        turn ??= setImmediate().then(() => {
          turns += 1;
          turn = null;
        });
        await turn;
        return null;
      },
    });
    expect((await outbox.accept()).outcome).toBe('added');
    expect(turns).toBe(2);
  });

  test('asks for a place only for a new lead', async () => {
    const outbox = openOutbox();
    const refuse = () => null;
    await outbox.accept('one');
    expect((await outbox.accept('one', 'waiting', refuse)).outcome).toBe('known');
    const both = [1, 2].map(() => outbox.accept('two', 'waiting', refuse));
    for (const { outcome } of await Promise.all(both)) expect(outcome).toBe('refused');
    expect(await list('waiting')).toHaveLength(1);
  });

  test('a store that fails accepts nothing, takes no place, and works again when it is repaired', async () => {
    const outbox = openOutbox();
    await rm(join(directory, 'waiting'), { recursive: true });
    const giveBack = vi.fn();
    await expect(outbox.accept('one', 'waiting', () => giveBack)).rejects.toThrow('ENOENT');
    expect(giveBack).toHaveBeenCalledOnce();
    await prepareOutbox(directory);
    expect((await outbox.accept('one')).outcome).toBe('added');
  });

  test('a lead that another process adds first is known, and takes no place', async () => {
    const giveBack = vi.fn();
    const outbox = openOutbox(takeIt, { add: () => Promise.resolve(false) });
    expect((await outbox.accept('one', 'waiting', () => giveBack)).outcome).toBe('known');
    expect([events, giveBack.mock.calls]).toEqual([[], [[]]]);
  });

  test('a start removes the unfinished files of a crash, and nothing else', async () => {
    const { id } = await openOutbox().accept();
    await writeFile(join(directory, 'waiting', 'half.json.1.tmp'), '{"id":');
    await prepareOutbox(directory);
    expect(await readdir(join(directory, 'waiting'))).toEqual([`${id}.json`]);
  });

  test('a start makes the names in all folders survive a power cut', async () => {
    const { open } = promises;
    const opened: string[] = [];
    promises.open = (path, ...how) => {
      opened.push(relative(directory, String(path)));
      return open(path, ...how);
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      promises.open = open;
      syncBuiltinESMExports();
    });
    await prepareOutbox(directory);
    expect(opened).toEqual(['..', '', 'waiting', 'sent', 'failed', 'trapped']);
  });

  test('a trapped lead is stored apart, and the same lead without the trap is mailed', async () => {
    const outbox = openOutbox();
    await outbox.count();
    const { id } = await outbox.accept('one', 'trapped');
    expect(await read(id, 'trapped')).toMatchObject({ id });
    expect(events).toEqual([{ event: 'lead.trapped', id }]);
    expect(await outbox.count()).toMatchObject({ waiting: 0 });
    for (const state of ['trapped', 'waiting'] as const)
      expect((await outbox.accept('two', state)).outcome).toBe('added');
    expect((await outbox.accept('two', 'trapped')).outcome).toBe('known');
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
  });
});

describe('mailing', () => {
  test('a lead is mailed once, however many calls ask for the mail', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept();
    await Promise.all([outbox.deliver(id), outbox.deliver(id), outbox.deliverAll()]);
    await openOutbox().deliver(id);
    await outbox.deliver(id);
    expect(sent).toHaveLength(1);
    const sentAt = '2026-11-21T12:05:00.000Z';
    expect(await read(id, 'sent')).toMatchObject({ attempts: 1, sentAt });
    expect(events.filter(({ event }) => event === 'outbox.failed')).toEqual([]);
  });

  test('a lead that another process mails waits no longer', async () => {
    const [outbox, other] = [openOutbox(), openOutbox()];
    const { id } = await outbox.accept();
    await other.deliver(id);
    await outbox.deliverDue();
    expect(await outbox.count()).toMatchObject({ waiting: 0 });
    const late = openOutbox(takeIt, { list: () => Promise.resolve([id]) });
    await late.deliverAll();
    expect([sent.length, events.at(-1)]).toEqual([1, { event: 'lead.sent', id, attempts: 1 }]);
  });

  test('a crash after the mail was marked, before it was moved, does not mail again', async () => {
    const store = createFileStore(directory);
    const lead = createLead();
    await store.add({ ...lead, sentAt: lead.receivedAt }, 'waiting');
    await openOutbox().deliverAll();
    expect(sent).toEqual([]);
    expect(await list('sent')).toEqual([lead.id]);
  });

  test('after each failure the pause doubles, from less than ten seconds to an hour', async () => {
    const later = failWith(new Error('421 come back later'));
    const { id } = await openOutbox(later).accept();
    const pauses: unknown[] = [];
    for (time += minute; pauses.length < 11; time += Number(pauses.at(-1)))
      pauses.push(await openOutbox(later).deliverDue());
    const seconds = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600];
    expect(pauses).toEqual(seconds.map((pause) => pause * 1000));
    const delayed = { attempts: 11, error: '421 come back later', sentAt: null };
    expect(await read(id, 'waiting')).toMatchObject(delayed);

    time -= 1;
    expect(await openOutbox().deliverDue()).toBe(1);
    expect(sent).toEqual([]);
    time += 1;
    expect(await openOutbox().deliverDue()).toBeNull();
    expect(await read(id, 'sent')).toMatchObject({ attempts: 12, error: null });
  });

  test('the first mail after an outage lets all others follow at once', async () => {
    let isDown = true;
    const outbox = openOutbox((...mail) =>
      isDown ? Promise.reject(new Error('ECONNREFUSED')) : takeIt(...mail),
    );
    for (const text of ['one', 'two']) await outbox.accept(text);
    for (let look = 0; look < 10; look += 1) time += (await outbox.deliverDue()) ?? 0;
    expect(await outbox.deliverDue()).toBe(60 * minute);
    const { longestWait } = await outbox.count();
    expect(longestWait).toBeGreaterThan(60 * minute);
    isDown = false;
    await outbox.deliver((await outbox.accept('three')).id);
    expect(await outbox.count()).toMatchObject({ waiting: 2, longestWait: 0 });
    await outbox.deliverDue();
    expect(sent.map(({ submission }) => submission.challenge)).toEqual(['three', 'one', 'two']);
  });

  test('another process leaves the first attempt to the process that stored the lead', async () => {
    const outbox = openOutbox();
    await outbox.accept();
    for (const process of [outbox, openOutbox()]) await process.deliverDue();
    expect(sent).toEqual([]);
    time += minute;
    await openOutbox().deliverDue();
    expect(sent).toHaveLength(1);
  });

  test('a lead refused for good is kept apart and counted', async () => {
    const outbox = openOutbox(failWith(new MailRefused('550 no such mailbox')));
    await outbox.count();
    const { id } = await outbox.accept();
    await outbox.deliver(id);
    expect(await read(id, 'failed')).toMatchObject({ error: '550 no such mailbox' });
    expect(events.at(-1)).toMatchObject({ event: 'lead.refused', id, attempts: 1 });
    for (const process of [outbox, openOutbox()])
      expect(await process.count()).toMatchObject({ waiting: 0, failed: 1 });
    time += day;
    await openOutbox().deliverAll();
    expect(sent).toEqual([]);
  });

  test('a damaged file does not delay the others', async () => {
    await writeFile(join(directory, 'waiting', '0-damaged.json'), '{"id":"0-damaged"}');
    const outbox = openOutbox();
    const { id } = await outbox.accept();
    await outbox.deliverAll();
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
    expect(await outbox.count()).toMatchObject({ waiting: 1 });
    const unreadable = { event: 'lead.unreadable', id: '0-damaged', error: 'Error' };
    expect(events).toEqual([
      { event: 'lead.stored', id },
      unreadable,
      { event: 'lead.sent', id, attempts: 1 },
    ]);
  });

  test('a lead stored by an earlier version, under milder rules, is mailed all the same', async () => {
    const { page: _, ...old } = createLead({ name: 'x'.repeat(1000), email: 'none' });
    await writeFile(join(directory, 'waiting', `${old.id}.json`), JSON.stringify(old));
    await openOutbox().deliverAll();
    expect(sent).toMatchObject([{ ...old, attempts: 1, page: null }]);
  });

  test('without a mail server leads wait', async () => {
    const outbox = openOutbox(null);
    const { id } = await outbox.accept();
    await outbox.deliver(id);
    await outbox.deliverAll();
    expect(await outbox.count()).toMatchObject({ waiting: 1, failed: 0 });
  });

  test('a retry time that a wrong clock wrote is due now', async () => {
    const failing = openOutbox(failWith(new Error('421')));
    time += day;
    const { id } = await failing.accept();
    await failing.deliver(id);
    time -= day;
    await openOutbox().deliverDue();
    expect(sent).toHaveLength(1);
  });

  test('a disk that is full after a mail causes no second mail', async () => {
    let isFull = true;
    const store = createFileStore(directory);
    const outbox = openOutbox(takeIt, {
      move: (...record) => (isFull ? Promise.reject(new Error('ENOSPC')) : store.move(...record)),
    });
    const { id } = await outbox.accept();
    await outbox.deliver(id);
    expect(events.at(-1)).toEqual({ event: 'outbox.failed', id, error: 'Error' });
    expect(await outbox.deliverDue()).toBe(8000);
    isFull = false;
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
    expect(await list('sent')).toEqual([id]);
  });
});

test('a mail server that hangs holds one connection, and is left at once by a stop that changes no lead', async () => {
  const begun: string[] = [];
  const outbox = openOutbox((lead, signal) => {
    begun.push(lead.id);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
  });
  for (const text of ['one', 'two', 'three']) await outbox.accept(text);
  void outbox.deliverAll();
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const { id } = await outbox.accept('four');
  void outbox.deliverAll();
  await setImmediate();
  expect(begun).toHaveLength(1);
  await outbox.stop();
  expect(begun).toHaveLength(1);
  for (const lead of [...begun, id])
    expect(await read(lead, 'waiting')).toMatchObject({ attempts: 0, error: null });
});

test('a started outbox mails the leads of an earlier process at once, and others when they are due', async () => {
  await openOutbox().accept('earlier');
  let isBroken = true;
  const store = createFileStore(directory);
  const outbox = openOutbox(takeIt, {
    list: (state) => (isBroken ? Promise.reject(new Error('EIO')) : store.list(state)),
  });
  outbox.start();
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ event: 'outbox.failed', error: 'Error' }));
  await outbox.stop();

  isBroken = false;
  const next = openOutbox();
  next.start();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await next.accept('later');
  await next.count();
  expect(sent).toHaveLength(1);
  time += minute;
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await next.stop();
});

test('the count and the longest wait need no read of the store', async () => {
  let lists = 0;
  const store = createFileStore(directory);
  const outbox = openOutbox(null, { list: (state) => ((lists += 1), store.list(state)) });
  await outbox.accept();
  await outbox.count();
  const before = lists;
  time += 10 * minute;
  const count = { waiting: 1, failed: 0, longestWait: 10 * minute };
  expect(await outbox.count()).toEqual(count);
  expect(lists).toBe(before);
  expect(await openOutbox().count()).toEqual(count);
});

test('the log has the id of a lead and nothing of the person', async () => {
  const outbox = openOutbox(failWith(new Error(`550 <${submission.email}> refused`)));
  const { id } = await outbox.accept();
  await outbox.deliver(id);
  await openOutbox().deliver(id);
  expect(events).toEqual([
    { event: 'lead.stored', id },
    { event: 'lead.delayed', id, attempts: 1, error: 'Error' },
    { event: 'lead.sent', id, attempts: 2 },
  ]);
});

describe('the files', () => {
  test('are listed oldest first, by the names that leads have', async () => {
    const store = createFileStore(directory);
    for (const id of ['b', 'c', 'a']) await store.add(createLead({}, { id }), 'waiting');
    await writeFile(join(directory, 'waiting', 'd.json.1.tmp'), '');
    expect(await list('waiting')).toEqual(['a', 'b', 'c']);
    expect(await createFileStore(join(directory, 'none')).list('waiting')).toEqual([]);
  });

  test('that cannot be read are an error, and no missing lead', async () => {
    await mkdir(join(directory, 'waiting', 'a.json'));
    await expect(read('a', 'waiting')).rejects.toThrow('EISDIR');
    await writeFile(join(directory, 'waiting', 'b.json'), '{}');
    await expect(read('b', 'waiting')).rejects.toThrow('A stored lead is damaged.');
    expect(await read('c', 'waiting')).toBeNull();
  });
});
