import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getStore } from '@netlify/blobs';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  createFileStore,
  prepareOutbox,
  type Lead,
  type LeadStore,
} from '../../src/engine/leads/index.ts';
import { createLead as createAnyLead } from '../fixtures/leads.ts';
import { createBlobStore } from '../../src/engine/netlify/blob-store.ts';
import { startBlobs } from './support/blobs.ts';
import { createFolder } from './support/hosts.ts';

const command = fileURLToPath(new URL('../../scripts/leads.ts', import.meta.url));
const run = promisify(execFile);
/** Not every process compiles the same code. */
const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

let data: Awaited<ReturnType<typeof createFolder>>;
let store: LeadStore;
beforeEach(async () => {
  data = await createFolder();
  const directory = join(data.path, 'outbox');
  await prepareOutbox(directory);
  store = createFileStore(directory);
});
afterEach(() => data.remove());

/** Runs `npm run leads` in its own process, as an operator does. */
const leads = async (...args: string[]) => {
  const { stdout } = await run(process.execPath, [command, ...args], {
    cwd: data.path,
    env: { DATA_DIR: data.path, ...compileCache },
  });
  return stdout;
};
const refusal = async (...args: string[]) => {
  const failure: unknown = await leads(...args).catch((error: unknown) => error);
  return failure instanceof Error && 'stderr' in failure ? failure.stderr : failure;
};

const createLead = (id: string, changes: Partial<Lead['submission']> = {}) => {
  const at = `2026-11-21T12:0${id}:00.000Z`;
  const page = 'https://www.firm.test/contact?utm_source=x';
  return createAnyLead(changes, { id, receivedAt: at, nextAttemptAt: at, page });
};

/** Three leads, received in this order: one refused, one sent, one waiting. */
async function storeThree(): Promise<void> {
  const [refused, sent, waiting] = [createLead('1'), createLead('2'), createLead('3')];
  for (const lead of [waiting, sent, refused]) await store.add(lead, 'waiting');
  await store.move(
    { ...refused, attempts: 3, error: '550 no\u001b[31m such\r\nbox' },
    'waiting',
    'failed',
  );
  await store.move({ ...sent, sentAt: sent.receivedAt }, 'waiting', 'sent');
}

describe('npm run leads', () => {
  test('says that there are no leads', async () => {
    expect(await leads()).toBe('No contact submissions are stored here.\n');
    expect(JSON.parse(await leads('--json'))).toEqual([]);
  });

  test('lists leads with their state, oldest first, without control characters', async () => {
    await storeThree();
    await store.add(createLead('4'), 'trapped');
    const lines = (await leads()).trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^1 +2026-11-21T12:01 +failed +3 +Ann Lee .*550 no \[31m such box$/);
    expect(lines[2]).toMatch(/^2 .* sent /);
    expect(lines[3]).toMatch(/^3 .* waiting /);
    expect(lines[4]).toMatch(/^4 .* trapped /);
  });

  test('prints whole leads as JSON', async () => {
    await storeThree();
    const rows: unknown = JSON.parse(await leads('--json'));
    expect(rows).toMatchObject([{ state: 'failed' }, { state: 'sent' }, { state: 'waiting' }]);
    expect(rows).toMatchObject([
      {},
      {},
      { page: 'https://www.firm.test/contact?utm_source=x', email: 'ann@acme.test' },
    ]);
  });

  test('prints CSV in which no cell is a formula', async () => {
    await store.add(
      createLead('1', {
        name: '=HYPERLINK("http://evil.test")',
        company: '@SUM(1)',
        phone: '+1 212',
        challenge: '-1\nsecond "line", comma',
      }),
      'waiting',
    );
    const csv = await leads('--csv');
    expect(csv.split('\r\n')[0]).toBe(
      '"id","received","state","attempts","next","sent","error","page","name","email","company","phone","challenge"',
    );
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect(csv).toContain(`"'@SUM(1)","'+1 212","'-1\nsecond ""line"", comma"`);
  });

  test('mails refused leads again, all or by id, and a trapped lead by its id alone', async () => {
    await store.add(createLead('4'), 'trapped');
    for (const id of ['1', '2', '3']) {
      const lead = createLead(id);
      await store.add(lead, 'waiting');
      await store.move({ ...lead, attempts: 2 }, 'waiting', 'failed');
    }
    expect(await leads('retry', '2')).toMatch(/^1 waiting again/);
    expect(await store.list('waiting')).toEqual(['2']);
    expect(await leads('retry')).toMatch(/^2 waiting again/);
    expect(await store.list('waiting')).toEqual(['1', '2', '3']);
    expect(await store.read('1', 'waiting')).toMatchObject({ attempts: 0 });
    expect(await store.list('failed')).toEqual([]);
    expect(await store.list('trapped')).toEqual(['4']);
    expect(await leads('retry', '4')).toMatch(/^1 waiting again/);
    expect(await store.list('trapped')).toEqual([]);
  });

  test('lists and retries leads on Netlify with a token', async () => {
    const blobs = await startBlobs();
    const onNetlify = createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));
    const lead = createLead('1');
    await onNetlify.add(lead, 'waiting');
    await onNetlify.move(lead, 'waiting', 'failed');
    /** Runs the command with a Netlify API that sends every request on to this address. */
    const leadsAt = async (url: string, ...args: string[]) => {
      const detour = `const go = fetch; globalThis.fetch = async (address, how) => {
        const there = String(address).replace('https://api.netlify.com/api/v1/blobs', '${url}');
        return how.headers?.accept ? Response.json({ url: there }) : go(there, how);
      };`;
      const flags = ['--import', `data:text/javascript,${encodeURIComponent(detour)}`];
      const token = { NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'access' };
      const env = { DATA_DIR: data.path, ...compileCache, ...token };
      const all = [...flags, command, ...args];
      return (await run(process.execPath, all, { cwd: data.path, env })).stdout;
    };
    expect(JSON.parse(await leadsAt(blobs.url, '--json'))).toMatchObject([
      { id: '1', state: 'failed' },
    ]);
    expect(await leadsAt(blobs.url, 'retry')).toMatch(/^1 waiting again/);
    expect(await onNetlify.list('waiting')).toEqual(['1']);
    await blobs.close();

    const closedDoor = createServer((_, response) => response.writeHead(401).end());
    await once(closedDoor.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void closedDoor.close());
    const address = closedDoor.address();
    if (address === null || typeof address === 'string') throw new Error('The door has no port.');
    const failure = await leadsAt(`http://127.0.0.1:${address.port}`).catch((e: unknown) => e);
    expect(failure).toHaveProperty(
      'stderr',
      'The leads on Netlify cannot be read: check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.\n',
    );
  });

  test('refuses unknown arguments in one line', async () => {
    expect(await refusal('retry', 'x')).toBe('No refused or trapped lead has the id x.\n');
    expect(await refusal('delete')).toBe(
      'Unknown command "leads delete": use --json, --csv or retry.\n',
    );
    expect(await refusal('--xml')).toMatch(/^Unknown option '--xml'[^\n]*\n$/);
  });
});
