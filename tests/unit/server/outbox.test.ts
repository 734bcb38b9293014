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
  type Lead,
  type LeadState,
  type SendMail,
} from '../../../src/engine/leads/outbox.ts';
import type { LogEntry } from '../../../src/engine/log.ts';

const minute = 60_000;
const submission = {
  name: 'Ann Lee',
  email: 'ann@acme.test',
  company: 'Acme',
  phone: '',
  challenge: 'Growth',
};

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

const openOutbox = (sendMail: SendMail | null = takeIt) =>
  createOutbox({
    store: createFileStore(directory),
    sendMail,
    log: (entry) => events.push(entry),
    now: () => time,
    tick: () => time,
  });
const admit = () => true;
const read = (id: string, state: LeadState) => createFileStore(directory).read(id, state);
const list = (state: LeadState) => createFileStore(directory).list(state);

describe('accepting', () => {
  test('stores a lead in a file that only its owner can read', async () => {
    const { id, outcome } = await openOutbox().accept(submission, admit);
    expect(outcome).toBe('added');
    const path = join(directory, 'waiting', `${id}.json`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      id,
      receivedAt: '2026-11-21T12:05:00.000Z',
      submission,
      attempts: 0,
      nextAttemptAt: '2026-11-21T12:06:00.000Z',
      error: null,
      sentAt: null,
    });
    expect(await readdir(join(directory, 'waiting'))).toEqual([`${id}.json`]);
  });

  test('the same fields within ten minutes are one lead, sent or not, restarted or not', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept(submission, admit);
    expect((await outbox.accept({ ...submission }, admit)).outcome).toBe('known');
    time += 9 * minute;
    expect((await openOutbox().accept(submission, admit)).outcome).toBe('known');
    await outbox.deliver(id);
    expect((await outbox.accept(submission, admit)).outcome).toBe('known');
    time += minute;
    expect((await outbox.accept(submission, admit)).outcome).toBe('added');
  });

  test('the same fields at the same moment are one lead', async () => {
    const outbox = openOutbox();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outbox.accept(submission, admit)),
    );
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      'added',
      ...Array<string>(19).fill('known'),
    ]);
    expect(await list('waiting')).toHaveLength(1);
  });

  test('asks for admission only when a lead is new', async () => {
    const outbox = openOutbox();
    await outbox.accept(submission, admit);
    expect((await outbox.accept(submission, () => false)).outcome).toBe('known');
    const other = { ...submission, challenge: 'Other' };
    expect((await outbox.accept(other, () => false)).outcome).toBe('refused');
    expect(await list('waiting')).toHaveLength(1);
  });

  test('a store that fails accepts nothing, and works again when it is repaired', async () => {
    const outbox = openOutbox();
    await rm(join(directory, 'waiting'), { recursive: true });
    await expect(outbox.accept(submission, admit)).rejects.toThrow('ENOENT');
    await prepareOutbox(directory);
    expect((await outbox.accept(submission, admit)).outcome).toBe('added');
  });

  test('unfinished files of a crash are removed', async () => {
    await writeFile(join(directory, 'waiting', 'half.json.1.tmp'), '{"id":');
    await prepareOutbox(directory);
    expect(await readdir(join(directory, 'waiting'))).toEqual([]);
  });
});

describe('mailing', () => {
  test('a mailed lead is kept as sent', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept(submission, admit);
    await outbox.deliver(id);
    expect(sent.map((lead) => lead.submission)).toEqual([submission]);
    expect(await list('waiting')).toEqual([]);
    expect(await read(id, 'sent')).toMatchObject({
      attempts: 1,
      sentAt: '2026-11-21T12:05:00.000Z',
    });
  });

  test('a lead is mailed once, however many calls ask for the mail', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept(submission, admit);
    await Promise.all([outbox.deliver(id), outbox.deliver(id), outbox.deliverDue({ early: true })]);
    expect(sent).toHaveLength(1);
  });

  test('a crash after the mail was marked, before it was moved, does not mail again', async () => {
    const { id } = await openOutbox().accept(submission, admit);
    const lead = await read(id, 'waiting');
    if (!lead) throw new Error('The lead is not waiting.');
    await createFileStore(directory).move(
      { ...lead, sentAt: lead.receivedAt },
      'waiting',
      'waiting',
    );
    await openOutbox().deliverDue({ early: true });
    expect(sent).toEqual([]);
    expect(await list('sent')).toEqual([id]);
  });

  test('after a failure the mail is repeated at growing intervals until it is accepted', async () => {
    const failing = openOutbox(failWith(new Error('421 come back later')));
    const { id } = await failing.accept(submission, admit);
    await failing.deliver(id);
    const delayed = await read(id, 'waiting');
    expect(delayed).toMatchObject({ attempts: 1, error: '421 come back later' });
    const next = Date.parse(delayed?.nextAttemptAt ?? '');

    const outbox = openOutbox();
    expect(await outbox.deliverDue()).toBe(next - time);
    expect(sent).toEqual([]);
    time = next;
    expect(await outbox.deliverDue()).toBeNull();
    expect(sent).toHaveLength(1);
    expect(await read(id, 'sent')).toMatchObject({ attempts: 2, error: null });
  });

  test('another process leaves the first attempt to the process that stored the lead', async () => {
    await openOutbox().accept(submission, admit);
    await openOutbox().deliverDue();
    expect(sent).toEqual([]);
    time += minute;
    await openOutbox().deliverDue();
    expect(sent).toHaveLength(1);
  });

  test('a lead refused for good is kept apart and counted', async () => {
    const outbox = openOutbox(failWith(new MailRefused('550 no such mailbox')));
    const { id } = await outbox.accept(submission, admit);
    await outbox.deliver(id);
    expect(await read(id, 'failed')).toMatchObject({
      error: '550 no such mailbox',
    });
    expect(await outbox.count()).toMatchObject({ waiting: 0, failed: 1 });
    time += 24 * 60 * minute;
    await openOutbox().deliverDue({ early: true });
    expect(sent).toEqual([]);
  });

  test('a damaged file does not delay the others', async () => {
    await writeFile(join(directory, 'waiting', '0-damaged.json'), '{"id":"0-damaged"}');
    const outbox = openOutbox();
    await outbox.accept(submission, admit);
    await outbox.deliverDue({ early: true });
    await outbox.deliverDue({ early: true });
    expect(sent).toHaveLength(1);
    expect(events.filter(({ event }) => event === 'lead.unreadable')).toEqual([
      { event: 'lead.unreadable', id: '0-damaged', error: 'Error' },
    ]);
  });

  test('a lead stored before the rules became stricter is mailed all the same', async () => {
    const old = { ...submission, name: 'x'.repeat(1000), email: 'none' };
    await openOutbox().accept(old, admit);
    await openOutbox().deliverDue({ early: true });
    expect(sent.map((lead) => lead.submission)).toEqual([old]);
  });

  test('without a mail server leads wait', async () => {
    const outbox = openOutbox(null);
    const { id } = await outbox.accept(submission, admit);
    await outbox.deliver(id);
    await outbox.deliverDue({ early: true });
    expect(await outbox.count()).toMatchObject({ waiting: 1, failed: 0 });
  });

  test('after a stop no attempt starts', async () => {
    const outbox = openOutbox();
    const { id } = await outbox.accept(submission, admit);
    await outbox.stop();
    await outbox.deliver(id);
    await outbox.deliverDue({ early: true });
    expect(sent).toEqual([]);
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
  const others = ['One', 'Two', 'Three'].map((challenge) => ({ ...submission, challenge }));

  test('holds one connection, however many leads wait', async () => {
    const { begun, sendMail } = hang();
    const outbox = openOutbox(sendMail);
    for (const other of others) await outbox.accept(other, admit);
    void outbox.deliverDue({ early: true });
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    await outbox.accept(submission, admit);
    void outbox.deliverDue({ early: true });
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
    await outbox.accept(submission, admit);
    for (const other of others) await outbox.accept(other, admit);
    await outbox.deliverDue({ early: true });
    expect(most).toBeGreaterThan(1);

    isDown = true;
    await outbox.accept({ ...submission, challenge: 'Four' }, admit);
    await outbox.deliverDue({ early: true });
    most = 0;
    for (const other of others)
      await outbox.accept({ ...other, challenge: `${other.challenge} more` }, admit);
    await outbox.deliverDue({ early: true });
    expect(most).toBe(1);
  });

  test('is disconnected at once by a stop, and the lead is unchanged', async () => {
    const { begun, sendMail } = hang();
    const outbox = openOutbox(sendMail);
    const { id } = await outbox.accept(submission, admit);
    void outbox.deliver(id);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    await outbox.stop();
    expect(await read(id, 'waiting')).toMatchObject({ attempts: 0, error: null });
  });
});

test('a retry time that a wrong clock wrote is due now', async () => {
  const failing = openOutbox(failWith(new Error('421')));
  time += 24 * 60 * minute;
  const { id } = await failing.accept(submission, admit);
  await failing.deliver(id);
  time -= 24 * 60 * minute;
  await openOutbox().deliverDue();
  expect(sent).toHaveLength(1);
});

test('a disk that is full after a mail causes no second mail', async () => {
  const store = createFileStore(directory);
  let isFull = true;
  const outbox = createOutbox({
    store: {
      ...store,
      move: (...args) => (isFull ? Promise.reject(new Error('ENOSPC')) : store.move(...args)),
    },
    sendMail: takeIt,
    log: (entry) => events.push(entry),
    now: () => time,
    tick: () => time,
  });
  const { id } = await outbox.accept(submission, admit);
  await outbox.deliver(id);
  await outbox.deliverDue({ early: true });
  isFull = false;
  await outbox.deliverDue({ early: true });
  expect(sent).toHaveLength(1);
  expect(await list('sent')).toEqual([id]);
});

test('the count and the longest wait need no read of the store and no wall clock', async () => {
  const store = createFileStore(directory);
  let reads = 0;
  let wall = time;
  const outbox = createOutbox({
    store: { ...store, list: (state) => ((reads += 1), store.list(state)) },
    sendMail: null,
    log: () => undefined,
    now: () => wall,
    tick: () => time,
  });
  await outbox.accept(submission, admit);
  await outbox.count();
  const before = reads;
  wall += 24 * 60 * minute;
  time += 10 * minute;
  expect(await outbox.count()).toEqual({ waiting: 1, failed: 0, longestWait: 10 * minute });
  expect(reads).toBe(before);
});

test('a trapped lead is stored apart, and the same lead without the trap is mailed', async () => {
  const outbox = openOutbox();
  const { id } = await outbox.accept(submission, admit, 'trapped');
  expect(await read(id, 'trapped')).toMatchObject({ submission });
  expect(await outbox.count()).toMatchObject({ waiting: 0 });
  await outbox.deliverDue({ early: true });
  expect(sent).toEqual([]);
  const other = await outbox.accept(submission, admit);
  expect(other.outcome).toBe('added');
  await outbox.deliverDue({ early: true });
  expect(sent).toHaveLength(1);
});

test('a trapped lead is refused while 2,000 others are stored', async () => {
  const store = createFileStore(directory);
  let trapped = 2000;
  const outbox = createOutbox({
    store: {
      ...store,
      list: (state) =>
        state === 'trapped' ? Promise.resolve(Array<string>(trapped).fill('')) : store.list(state),
    },
    sendMail: null,
    log: () => undefined,
    now: () => time,
    tick: () => time,
  });
  await expect(outbox.accept(submission, admit, 'trapped')).rejects.toThrow('More trapped leads');
  expect((await outbox.accept(submission, admit)).outcome).toBe('added');
  trapped = 1999;
  expect((await outbox.accept(submission, admit, 'trapped')).outcome).toBe('added');
});

test('the log has the id of a lead and nothing of the person', async () => {
  const outbox = openOutbox(failWith(new Error(`550 <${submission.email}> refused`)));
  const { id } = await outbox.accept(submission, admit);
  await outbox.deliver(id);
  expect(events).toEqual([
    { event: 'lead.stored', id },
    { event: 'lead.delayed', id, attempts: 1, error: 'Error' },
  ]);
});

test('retries come within 10 seconds, double, and never wait longer than an hour', () => {
  const attempts = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(attempts.map((count) => getRetryDelay(count, 0) / 1000)).toEqual([
    10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600,
  ]);
  expect(getRetryDelay(1, 1)).toBe(5000);
});
