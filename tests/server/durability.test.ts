import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../src/engine/serve/node/server.ts';
import { readSite } from '../../src/engine/serve/node/site.ts';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { exchange } from './support/exchange.ts';
import { createFolder } from './support/hosts.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { scaled } from '../support/scale.ts';

/**
 * Records the calls of the file system in order, until the test ends. Each call is recorded late, so that
 * code that does not wait for the call is recorded before.
 */
function recordCalls(): string[] {
  const calls: string[] = [];
  const { open, rename } = fs;
  const finish = async (call: string) => {
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    calls.push(call);
  };
  const replace = (changed: Partial<typeof fs>) => {
    Object.assign(fs, changed);
    syncBuiltinESMExports();
  };
  replace({
    async open(...given) {
      const handle = await open(...given);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        await finish(`fsync ${basename(String(given[0]))}`);
      };
      if (given[1] === 'wx') calls.push(`create ${Number(given[2]).toString(8)}`);
      return handle;
    },
    async rename(from, to) {
      await rename(from, to);
      await finish(`rename ${basename(String(to))}`);
    },
  });
  onTestFinished(() => replace({ open, rename }));
  return calls;
}

let site: Awaited<ReturnType<typeof createFolder>>;
let data: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  site = await createFolder({ 'index.html': '<h1>Home</h1>' });
  data = await createFolder();
});
afterEach(async () => {
  await site.remove();
  await data.remove();
});

const start = (env: Record<string, string> = {}) =>
  startServer({
    config: parseConfig({ PORT: '0', DATA_DIR: data.path, ...env }),
    openSite: async () => ({ site: await readSite(site.path) }),
    log: () => undefined,
  });

const createLead = (message: string) =>
  JSON.stringify({ name: 'Ann', email: 'ann@acme.test', company: 'Acme', message });
const postLead = (url: string, message: string, clientAddress = '203.0.113.1') =>
  exchange(`${url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress },
    body: createLead(message),
  });

test('a lead and its file name are on the disk before the answer', async () => {
  const server = await start();
  const calls = recordCalls();
  const { status } = await postLead(server.url, 'Growth');
  calls.push(`answer ${status}`);
  const file = expect.stringMatching(/^fsync \w+-\w+\./);
  const name = expect.stringMatching(/^rename .*\.json$/);
  expect(calls).toEqual(['create 600', file, name, 'fsync waiting', 'answer 202']);
  await server.close();
});

test('a stopping server finishes running answers and refuses new connections', async () => {
  const server = await start();
  const calls = recordCalls();
  const answered = postLead(server.url, 'Growth');
  await vi.waitFor(() => expect(calls).toContain('create 600'), { timeout: 10_000 });
  const [{ status }] = await Promise.all([answered, server.close()]);
  expect(status).toBe(202);
  await expect(exchange(server.url)).rejects.toThrow('ECONNREFUSED');
});

test('a stopping server does not wait for connections that stay open after their answers', async () => {
  const forced = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => forced.mockRestore());
  const server = await start();
  const headers = { 'content-type': 'application/json' };
  const body = createLead('Growth');
  const answer = await fetch(`${server.url}/contact`, { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  await server.close();
  expect(forced).not.toHaveBeenCalled();
});

describe('one server for one DATA_DIR', () => {
  test('a second server refuses to start, in one line that names DATA_DIR', async () => {
    const server = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toMatch(/DATA_DIR is in use by another server: [^\n]*\.$/);
    expect((await exchange(server.url)).status).toBe(200);
    await server.close();
    await (await start()).close();
  });

  test('a server that could not start unlocks the folder', async () => {
    const server = await start();
    const other = await createFolder();
    const port = new URL(server.url).port;
    await expect(start({ DATA_DIR: other.path, PORT: port })).rejects.toThrow('EADDRINUSE');
    await (await start({ DATA_DIR: other.path })).close();
    await server.close();
    await other.remove();
  });
});

describe('a server that is killed', () => {
  const program = fileURLToPath(new URL('support/server-process.ts', import.meta.url));
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  async function startProcess(smtpUrl: string): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [program, site.path], {
      env: {
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        DATA_DIR: data.path,
        SMTP_URL: smtpUrl,
        CONTACT_INBOX: 'inbox@firm.test',
        TRUST_PROXY: 'true',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, url: address.toString() };
  }

  // Each round starts a process, which is slow on a busy machine.
  const timeout = scaled(120_000, 3_600_000);
  test('loses no accepted lead, and mails none under two ids', { timeout }, async ({ task }) => {
    const sink = await startSmtpSink();
    let asked = 0;
    sink.fault = () => {
      asked += 1;
      if (asked % 5 === 2) return { at: 'data', code: 451 };
      return asked % 7 === 3 ? { at: 'recipient', code: 450 } : null;
    };
    const accepted: string[] = [];
    const rounds = scaled(2, 200);
    const leads = scaled(30, 120);

    for (let round = 1; round <= rounds; round += 1) {
      const { child, url } = await startProcess(sink.url);
      const exited = once(child, 'exit');
      const posts = Array.from({ length: leads }, async (_, index) => {
        const marker = `marker-${round}-${index}.`;
        const { status } = await postLead(url, marker, `198.51.100.${index}`);
        if (status === 202) accepted.push(marker);
        // At a different moment in each round.
        if (index === (round * 5) % leads) child.kill('SIGKILL');
      });
      await Promise.allSettled(posts);
      child.kill('SIGKILL');
      await exited;
    }
    expect(accepted.length).toBeGreaterThan(rounds);
    task.meta.counted = `${rounds} kills, ${accepted.length} leads`;

    sink.fault = () => null;
    const { child } = await startProcess(sink.url);
    const getMarker = ({ text }: { text: string }) => /marker-\d+-\d+\./.exec(text)?.[0] ?? '';
    await vi.waitFor(
      () => {
        const mailed = new Set(sink.mails.map(getMarker));
        expect(accepted.filter((marker) => !mailed.has(marker))).toEqual([]);
      },
      // Each look reads all mails.
      { timeout, interval: scaled(100, 5000) },
    );
    const ids = Map.groupBy(sink.mails, getMarker);
    for (const marker of accepted) {
      expect(new Set(ids.get(marker)?.map(({ messageId }) => messageId)).size).toBe(1);
    }
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await sink.close();
  });
});
