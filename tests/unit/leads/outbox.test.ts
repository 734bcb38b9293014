import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFileStore, prepareOutbox } from '../../../src/engine/leads/file-store.ts';
import {
  createOutbox,
  getRetryDelay,
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

  test('asks for a place only for a new lead', async () => {
    const outbox = openOutbox();
    const refuse = () => null;
    await outbox.accept('one');
    expect((await outbox.accept('one', 'waiting', refuse)).outcome).toBe('known');
    expect((await outbox.accept('two', 'waiting', refuse)).outcome).toBe('refused');
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

  test('unfinished files of a crash are removed', async () => {
    await writeFile(join(directory, 'waiting', 'half.json.1.tmp'), '{"id":');
    await prepareOutbox(directory);
    expect(await readdir(join(directory, 'waiting'))).toEqual([]);
  });

  test('a trapped lead is stored apart, and the same lead without the trap is mailed', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept('one', 'trapped');
    expect(await read(id, 'trapped')).toMatchObject({ id });
    expect(await outbox.count()).toMatchObject({ waiting: 0 });
    expect((await outbox.accept('one')).outcome).toBe('added');
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
  });

  test('a trapped lead is refused while 2,000 others are stored', async () => {
    let trapped = 2000;
    const store = createFileStore(directory);
    const outbox = openOutbox(null, {
      list: async (state) =>
        state === 'trapped' ? Array<string>(trapped).fill('') : store.list(state),
    });
    await expect(outbox.accept('one', 'trapped')).rejects.toThrow('More trapped leads');
    expect((await outbox.accept('one')).outcome).toBe('added');
    trapped = 1999;
    expect((await outbox.accept('one', 'trapped')).outcome).toBe('added');
  });
});

describe('mailing', () => {
  test('a mailed lead is kept as sent', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept();
    await outbox.deliver(id);
    expect(sent.map(({ submission }) => submission.challenge)).toEqual(['Growth']);
    expect(await list('waiting')).toEqual([]);
    const sentAt = '2026-11-21T12:05:00.000Z';
    expect(await read(id, 'sent')).toMatchObject({ attempts: 1, sentAt });
  });

  test('a lead is mailed once, however many calls ask for the mail', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept();
    await Promise.all([outbox.deliver(id), outbox.deliver(id), outbox.deliverAll()]);
    expect(sent).toHaveLength(1);
  });

  test('a crash after the mail was marked, before it was moved, does not mail again', async () => {
    const store = createFileStore(directory);
    const lead = createLead();
    await store.add({ ...lead, sentAt: lead.receivedAt }, 'waiting');
    await openOutbox().deliverAll();
    expect(sent).toEqual([]);
    expect(await list('sent')).toEqual([lead.id]);
  });

  test('after a failure the mail is repeated at growing intervals until it is accepted', async () => {
    const failing = openOutbox(failWith(new Error('421 come back later')));
    const { id } = await failing.accept();
    await failing.deliver(id);
    const delayed = await read(id, 'waiting');
    expect(delayed).toMatchObject({ attempts: 1, error: '421 come back later' });
    const next = Date.parse(delayed?.nextAttemptAt ?? '');

    const outbox = openOutbox();
    expect(await outbox.deliverDue()).toBe(next - time);
    expect(sent).toEqual([]);
    time = next;
    expect(await outbox.deliverDue()).toBeNull();
    expect(await read(id, 'sent')).toMatchObject({ attempts: 2, error: null });
  });

  test('retries come within 10 seconds, double, and never wait longer than an hour', () => {
    const delays = Array.from({ length: 12 }, (_, index) => getRetryDelay(index + 1, 0) / 1000);
    expect(delays).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
    expect(getRetryDelay(1, 1)).toBe(5000);
  });

  test('another process leaves the first attempt to the process that stored the lead', async () => {
    await openOutbox().accept();
    await openOutbox().deliverDue();
    expect(sent).toEqual([]);
    time += minute;
    await openOutbox().deliverDue();
    expect(sent).toHaveLength(1);
  });

  test('a lead refused for good is kept apart and counted', async () => {
    const outbox = openOutbox(failWith(new MailRefused('550 no such mailbox')));
    const { id } = await outbox.accept();
    await outbox.deliver(id);
    expect(await read(id, 'failed')).toMatchObject({ error: '550 no such mailbox' });
    expect(await outbox.count()).toMatchObject({ waiting: 0, failed: 1 });
    time += day;
    await openOutbox().deliverAll();
    expect(sent).toEqual([]);
  });

  test('a damaged file does not delay the others', async () => {
    await writeFile(join(directory, 'waiting', '0-damaged.json'), '{"id":"0-damaged"}');
    const outbox = openOutbox();
    await outbox.accept();
    await outbox.deliverAll();
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
    expect(events.filter(({ event }) => event === 'lead.unreadable')).toEqual([
      { event: 'lead.unreadable', id: '0-damaged', error: 'Error' },
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

  test('after a stop no attempt starts', async () => {
    const outbox = openOutbox();
    await outbox.accept();
    await outbox.stop();
    await outbox.deliverAll();
    expect(sent).toEqual([]);
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
    await outbox.deliverAll();
    isFull = false;
    await outbox.deliverAll();
    expect(sent).toHaveLength(1);
    expect(await list('sent')).toEqual([id]);
  });
});

describe('a mail server that hangs', () => {
  /** Creates a mail server that never answers, until the signal aborts. */
  const hang = () => {
    const begun: string[] = [];
    const sendMail: SendMail = (lead, signal) => {
      begun.push(lead.id);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      });
    };
    return { begun, sendMail };
  };

  test('holds one connection, however many leads wait', async () => {
    const { begun, sendMail } = hang();
    const outbox = openOutbox(sendMail);
    for (const text of ['one', 'two', 'three']) await outbox.accept(text);
    void outbox.deliverAll();
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    await outbox.accept('four');
    void outbox.deliverAll();
    await setImmediate();
    expect(begun).toHaveLength(1);
    await outbox.stop();
    expect(begun).toHaveLength(1);
  });

  test('gets one mail at a time after a failure', async () => {
    let open = 0;
    let most = 0;
    let isDown = false;
    const outbox = openOutbox(async () => {
      open += 1;
      most = Math.max(most, open);
      await setImmediate();
      open -= 1;
      if (isDown) throw new Error('421');
    });
    for (const text of ['one', 'two', 'three', 'four']) await outbox.accept(text);
    await outbox.deliverAll();
    expect(most).toBeGreaterThan(1);

    isDown = true;
    await outbox.accept('five');
    await outbox.deliverAll();
    most = 0;
    for (const text of ['six', 'seven', 'eight']) await outbox.accept(text);
    await outbox.deliverAll();
    expect(most).toBe(1);
  });

  test('is disconnected at once by a stop, and the lead is unchanged', async () => {
    const { begun, sendMail } = hang();
    const outbox = openOutbox(sendMail);
    const { id } = await outbox.accept();
    void outbox.deliver(id);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    await outbox.stop();
    expect(await read(id, 'waiting')).toMatchObject({ attempts: 0, error: null });
  });
});

test('the count and the longest wait need no read of the store', async () => {
  let lists = 0;
  const store = createFileStore(directory);
  const outbox = openOutbox(null, { list: (state) => ((lists += 1), store.list(state)) });
  await outbox.accept();
  await outbox.count();
  const before = lists;
  time += 10 * minute;
  expect(await outbox.count()).toEqual({ waiting: 1, failed: 0, longestWait: 10 * minute });
  expect(lists).toBe(before);
});

test('the log has the id of a lead and nothing of the person', async () => {
  const outbox = openOutbox(failWith(new Error(`550 <${submission.email}> refused`)));
  const { id } = await outbox.accept();
  await outbox.deliver(id);
  expect(events).toEqual([
    { event: 'lead.stored', id },
    { event: 'lead.delayed', id, attempts: 1, error: 'Error' },
  ]);
});
