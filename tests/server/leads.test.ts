/** `npm run leads`, in its own process as an operator runs it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { beforeEach, expect, test } from 'vitest';
import {
  createFileStore,
  createOutbox,
  createSendMail,
  prepareOutbox,
  type Lead,
  type LeadStore,
} from '#engine/leads/index.ts';
import { createBlobStore } from '#engine/netlify/leads.ts';
import { runScript } from '../commands/run-script.ts';
import { createFolder } from '../fixtures/folder.ts';
import { createLead as createAnyLead } from '../fixtures/leads.ts';
import { closing } from '../support/closing.ts';
import { startHttp } from './support/listen.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { startBlobs } from './support/netlify.ts';

let folder: string;
let store: LeadStore;
beforeEach(async () => {
  folder = await createFolder();
  await prepareOutbox(join(folder, 'outbox'));
  store = createFileStore(join(folder, 'outbox'));
});

const run = async (env: Record<string, string>, how: { flags?: string[]; options?: string[] }) => {
  const { output, errors } = await runScript('src/engine/commands/leads.ts', env, {
    folder,
    ...how,
  });
  return output || errors;
};
const leads = (...options: string[]) => run({}, { options });

const page = 'https://www.firm.test/contact?utm_source=x';
const createLead = (id: string, changes: Partial<Lead['submission']> = {}) => {
  const at = `2026-11-21T12:0${id}:00.000Z`;
  return createAnyLead(changes, { id, receivedAt: at, nextAttemptAt: at, page });
};

test('leads are listed with their state, oldest first, without control characters, and one that cannot be read fails the command', async () => {
  const refused = createLead('1');
  const sent = createLead('2');
  const waiting = createLead('3');
  for (const lead of [waiting, sent, refused]) await store.add(lead, 'waiting');
  const error = '550 no\u001b[31m such\r\nbox';
  await store.move({ ...refused, attempts: 3, error }, 'waiting', 'failed');
  await store.move({ ...sent, sentAt: sent.receivedAt }, 'waiting', 'sent');
  await store.add(createLead('4'), 'trapped');
  const [title, , ...lines] = (await leads()).trimEnd().split('\n');
  expect(title).toBe(`Leads in ${folder}: 4`);
  expect(lines).toEqual([
    '2026-11-21T12:01  failed   1  Ann Lee',
    '    550 no [31m such box',
    '2026-11-21T12:02  sent     2  Ann Lee',
    '2026-11-21T12:03  waiting  3  Ann Lee',
    '2026-11-21T12:04  trapped  4  Ann Lee',
  ]);
  const states = ['failed', 'sent', 'waiting', 'trapped'].map((state) => ({ state, page }));
  expect(JSON.parse(await leads('--json'))).toMatchObject(states);
  await writeFile(join(folder, 'outbox', 'failed', '5.json'), '{');
  expect(await runScript('src/engine/commands/leads.ts', {}, { folder })).toHaveProperty('code', 1);
});

test('one lead is shown whole, without control characters', async () => {
  const challenge = `${'Growth has stalled. '.repeat(9)}\n${'x'.repeat(99)}\u001b]0;`;
  await store.add(createLead('1', { challenge, phone: '+46 70 123' }), 'trapped');
  const shown = await leads('show', '1');
  expect(shown).not.toContain('\u001b');
  for (const part of [
    page,
    'ann@acme.test',
    '+46 70 123',
    'trapped',
    `${' '.repeat(12)}${'x'.repeat(99)}`,
  ])
    expect(shown).toContain(part);
  expect(shown.match(/stalled/g)).toHaveLength(9);
  expect(await leads('show', '2')).toBe(`No lead in ${folder} has the id '2'.\n`);
});

test("all of one person's leads are counted and deleted, and a running server brings none back", async () => {
  const mine = createLead('1', { email: 'Ann@acme.test' });
  await store.add(mine, 'waiting');
  await store.add(createLead('2'), 'trapped');
  await store.add(createLead('3', { email: 'ann@other.test' }), 'waiting');
  expect(await leads('forget', 'ann@ACME.test')).toMatch(
    /^Leads of this person in .*: 2\n\n.* 1 .*\n.* 2 .*\n\nDeleted: 2\./,
  );
  await store.move({ ...mine, sentAt: mine.receivedAt }, 'waiting', 'sent');
  expect([await store.list('waiting'), await store.list('sent')]).toEqual([['3'], []]);
  expect(await store.list('trapped')).toEqual([]);
  expect(await leads('forget', 'ann@acme.test')).toMatch(/^No lead in .* 'ann@acme\.test'\.\n$/);
});

test('the settings are tried with a mail to the inbox', async () => {
  const sink = closing(await startSmtpSink());
  const inbox = { CONTACT_INBOX: 'inbox@firm.test', SMTP_URL: sink.url };
  expect(await run(inbox, { options: ['test'] })).toContain('inbox@firm.test');
  expect(sink.mails).toHaveLength(1);
  expect(await leads()).toMatch(/^No contact submissions/);
  expect(await leads('test')).toBe('SMTP_URL is not set: no mail server can be tried.\n');
});

test('no cell of the CSV is a formula, and telephone numbers are whole', async () => {
  const changes = {
    name: '=HYPERLINK("http://evil.test")',
    company: '@SUM(1)',
    phone: '+46 (0)70-123.45',
    challenge: '-1\nsecond "line", comma;=1\n"@A1"\nand a - b',
  };
  await store.add(createLead('1', changes), 'waiting');
  await store.add(createLead('2', { phone: '+919845012345' }), 'waiting');
  const csv = await leads('--csv');
  expect(csv.split('\r\n')[0]).toBe(
    '\uFEFF"id","received","state","attempts","next","sent","error","page","name","email","company","phone","challenge"',
  );
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(csv).toContain(
    `"'@SUM(1)","+46 (0)70-123.45","'-1\nsecond ""line"", comma;'=1\n""'@A1""\nand a - b"`,
  );
  expect(csv).toContain('"+9198450 12345"');
});

test('all that waits or failed is mailed at once, and a trapped lead by its id alone', async () => {
  await store.add(createLead('4'), 'trapped');
  const later = { nextAttemptAt: new Date(Date.now() + 3_600_000).toISOString(), attempts: 9 };
  await store.add({ ...createLead('5'), ...later }, 'waiting');
  for (const id of ['1', '2', '3']) {
    const lead = createLead(id);
    await store.add(lead, 'waiting');
    await store.move({ ...lead, attempts: 2 }, 'waiting', 'failed');
  }
  const sink = closing(await startSmtpSink());
  const outbox = createOutbox({
    store,
    sendMail: createSendMail({ inbox: 'inbox@firm.test', from: 'site@firm.test' }, sink.url),
    log: () => undefined,
    now: Date.now,
    tick: () => performance.now(),
  });
  await outbox.deliverDue();
  expect(sink.mails).toEqual([]);
  expect(await leads('retry')).toMatch(/^4 to mail now/);
  expect(await store.list('waiting')).toEqual(['1', '2', '3', '5']);
  await outbox.deliverDue();
  expect(sink.mails).toHaveLength(4);
  for (const id of ['1', '2', '3']) await store.move(createLead(id), 'sent', 'failed');
  for (const id of ['2', '3', '4']) expect(await leads('retry', id)).toMatch(/^1 to mail now/);
  expect(await store.list('waiting')).toEqual(['2', '3', '4']);
});

test.for([
  ['show'],
  ['show', ''],
  ['forget'],
  ['forget', 'ann@acme.test', 'ben@acme.test'],
  ['forget', 'ann@acme.test', '--csv'],
  ['retry', '1', '2'],
  ['test', 'ann@acme.test'],
  ['--json', '--csv'],
  ['constructor'],
])('%j is answered with the commands, and changes nothing', async (options) => {
  await store.add(createLead('1', { email: '' }), 'waiting');
  const { code, errors } = await runScript('src/engine/commands/leads.ts', {}, { folder, options });
  expect([code, errors]).toEqual([1, expect.stringMatching(/^npm run leads takes one of: .+\n$/)]);
  expect(await store.list('waiting')).toEqual(['1']);
});

test('leads on Netlify are found with a token, and not lost by a move that fails', async () => {
  const blobs = closing(await startBlobs());
  const onNetlify = createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));
  const lead = createLead('1');
  await onNetlify.add(lead, 'waiting');
  const setJSON = () => Promise.reject(new Error('full'));
  const broken = Object.assign(getStore({ name: 'leads', consistency: 'strong' }), { setJSON });
  await expect(createBlobStore(broken).move(lead, 'waiting', 'failed')).rejects.toThrow('full');
  expect(await onNetlify.list('waiting')).toEqual(['1']);
  await onNetlify.move(lead, 'waiting', 'failed');
  /** Runs the command with a Netlify API that sends every request on to this address. */
  const leadsAt = (url: string, ...options: string[]) => {
    const detour = `const go = fetch; globalThis.fetch = async (address, how) => {
      const there = String(address).replace('https://api.netlify.com/api/v1/blobs', '${url}');
      return how.headers?.accept ? Response.json({ url: there }) : go(there, how);
    };`;
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(detour)}`];
    const token = { NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'access' };
    return run(token, { flags, options });
  };
  expect(await leadsAt(blobs.url, 'retry')).toMatch(/^1 to mail now/);
  expect(await onNetlify.list('waiting')).toEqual(['1']);

  const closedDoor = closing(await startHttp((_, response) => response.writeHead(401).end()));
  expect(await leadsAt(closedDoor.url)).toBe(
    'The leads on Netlify cannot be read: check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.\n',
  );
});

test('a folder without leads is named, and a folder of another user or of no server is refused', async () => {
  expect(await leads()).toBe(`No contact submissions are stored in ${folder}.\n`);
  expect(await leads('retry', 'x')).toBe("No waiting, failed or trapped lead has the id 'x'.\n");
  const flags = ['--import', 'data:text/javascript,process.geteuid = () => 12345'];
  expect(await run({}, { flags })).toBe(
    `${join(folder, 'outbox')} belongs to another user: run this command as the user of the server (runuser -u site -- npm run …).\n`,
  );
  await rm(join(folder, 'outbox'), { recursive: true });
  expect(await leads()).toBe(
    `No server keeps its data in ${folder}: set DATA_DIR in .env, which the server and this command read.\n`,
  );
});
