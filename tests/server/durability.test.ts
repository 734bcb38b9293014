/** An accepted lead survives everything, and one folder of data has one server. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { Server } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '#engine/base/config-error.ts';
import { closing } from '../support/closing.ts';
import { scaled } from '../support/scale.ts';
import { exchange, postLead } from './support/exchange.ts';
import { createServedFiles } from './support/served-files.ts';
import { startProcess } from './support/start-process.ts';
import { startSmtpSink, type Mail } from './support/smtp-sink.ts';
import { watchSteps } from './support/watch-steps.ts';

let site: Awaited<ReturnType<typeof createServedFiles>>;
beforeEach(async () => {
  site = await createServedFiles({ 'index.html': '<h1>Home</h1>' });
});

const steps = ['create 600', 'write', 'sync the file', 'rename', 'sync the folder'];

test('a lead and its file name are on the disk before the answer, which is 503 when a step fails', async () => {
  const server = closing(await site.start());
  const post = async (failing?: string) => {
    const seen: string[] = [];
    const end = watchSteps((step) => {
      seen.push(step);
      if (step === failing) throw new Error('The disk is broken.');
    });
    const { status } = await postLead(server.url, `Growth ${failing}`);
    end();
    return [...seen, status];
  };
  expect(await post()).toEqual([...steps, 202]);
  const askHealth = async () => {
    const { status, body } = await exchange(`${server.url}/api/health?strict`);
    return [status, body.slice(0, 22)];
  };
  expect(await askHealth()).toEqual([200, '{"status":"ok","versio']);
  for (const step of steps) expect((await post(step)).at(-1)).toBe(503);
  await post(); // stored before
  expect(await askHealth()).toEqual([503, '{"status":"degraded","']);
  const [line, ...more] = site.log.filter((one) => one.includes('lead.unstored'));
  expect([line, more]).toEqual([expect.stringMatching(/outbox.waiting cannot be written/), []]);
  expect((await postLead(server.url, 'Another')).status).toBe(202);
  expect((await askHealth())[0]).toBe(200);
});

test('a stopping server finishes running answers, refuses new connections, and waits for no idle one', async () => {
  const forced = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => forced.mockRestore());
  const server = await site.start();
  await (await fetch(server.url)).text();
  const begun = Promise.withResolvers<undefined>();
  onTestFinished(watchSteps(() => begun.resolve(undefined)));
  const answered = postLead(server.url, 'Growth');
  await begun.promise;
  const [{ status }] = await Promise.all([answered, server.close()]);
  expect(status).toBe(202);
  await expect(exchange(server.url)).rejects.toThrow('ECONNREFUSED');
  expect(forced).not.toHaveBeenCalled();
});

test('after a failed start a server starts, a second one in its DATA_DIR refuses in one line that says so, and the next one removes unfinished files', async () => {
  await expect(site.start({ HOST: '203.0.113.1' })).rejects.toThrow('EADDRNOTAVAIL');
  const server = await site.start();
  const folder = join(site.dataPath, 'outbox', 'waiting');
  await fs.writeFile(join(folder, `lead.json.${randomUUID()}.tmp`), '{');
  const refusal = await site.start().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect(String(refusal)).toMatch(/DATA_DIR is in use by another server: [^\n]*\.$/);
  expect((await exchange(server.url)).status).toBe(200);
  expect(await fs.readdir(folder)).toHaveLength(1);
  await server.close();
  await (await site.start()).close();
  expect(await fs.readdir(folder)).toEqual([]);
});

/** Starts a server that kills itself after as many steps. */
const startKilled = (smtpUrl: string, killAt = Infinity) =>
  startProcess([join(import.meta.dirname, 'support', 'server-process.ts'), site.path], {
    DATA_DIR: site.dataPath,
    SMTP_URL: smtpUrl,
    CONTACT_INBOX: 'inbox@firm.test',
    TRUST_PROXY: 'true',
    KILL_AT: String(killAt),
  });

test('a server killed at any step loses no accepted lead, and mails none under two ids', async ({
  annotate,
}) => {
  const sink = closing(await startSmtpSink());
  let asked = 0;
  sink.fault = () => {
    asked += 1;
    if (asked % 5 === 2) return { at: 'data', code: 451 };
    return asked % 7 === 3 ? { at: 'recipient', code: 450 } : null;
  };
  const accepted: string[] = [];
  // Storing a lead has five steps, and keeping it as sent eight more. Every third of them leaves another state.
  const rounds = scaled(5, 200);
  const leads = scaled(2, 150);
  for (let round = 1; round <= rounds; round += 1) {
    const { url, end } = await startKilled(sink.url, scaled(3 * round - 2, 200 + 8 * round));
    for (let lead = 1; lead <= leads; lead += 1) {
      const marker = `marker-${round}-${lead}.`;
      const answer = await postLead(url, marker, `198.51.100.${lead}`).catch(() => null);
      if (answer?.status === 202) accepted.push(marker);
    }
    await end('SIGKILL');
  }
  // A kill may come before the answer, so how many leads are accepted is open.
  expect(accepted.length).toBeGreaterThan(0);
  await annotate(`${rounds} kills, ${accepted.length} leads`);

  sink.fault = () => null;
  const { end } = await startKilled(sink.url);
  const getMarker = ({ text }: Mail) => /marker-\d+-\d+\./.exec(text)?.[0] ?? '';
  const listMissing = () => {
    const mailed = new Set(sink.mails.map(getMarker));
    return accepted.filter((marker) => !mailed.has(marker));
  };
  // Each look reads all mails.
  const patience = { timeout: scaled(300_000, 3_600_000), interval: scaled(100, 5000) };
  await expect.poll(listMissing, patience).toEqual([]);
  const ids = Map.groupBy(sink.mails, getMarker);
  for (const marker of accepted)
    expect(new Set(ids.get(marker)?.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await end('SIGTERM')).toEqual([0, null]);
});
