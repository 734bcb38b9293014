/** A mixed attack: clients that send too much, or too slowly, and read nothing while visitors come. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startSite } from './support/commands.ts';
import { prepareSite } from './support/published-site.ts';
import { startServiceProcess } from './support/service-process.ts';

const rounds = 2;
const connections = 500;
const pipelined = 'GET /blog HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(1000);
const slow =
  'POST /contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';

/** Opens a connection that sends, reads nothing for five seconds, and ends when the server closes it. */
async function attack(url: URL, bytes: string): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  // The end of a connection shows only while the client reads.
  const reading = setTimeout(() => socket.resume(), 5000);
  await closed;
  clearTimeout(reading);
}

async function measure(url: string, pid: number | undefined): Promise<Record<string, number>> {
  const getMegabytes = async () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const visit = async (path: string) => void (await (await fetch(url + path)).text());
  for (let visitor = 0; visitor < 1000; visitor += 1) await visit('/blog');
  await wait(30_000);
  const rest = await getMegabytes();
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    let open = connections;
    for (let number = 0; number < connections; number += 1)
      void attack(new URL(url), number % 50 === 0 ? pipelined : slow).finally(() => (open -= 1));
    while (open > 0) {
      await visit('/');
      most = Math.max(most, await getMegabytes());
    }
  }
  await wait(60_000);
  return { 'at rest': rest, 'at most': most, 'a minute later': await getMegabytes() };
}

/** Attacks a server. @returns its megabytes; promised are 1.5 times those at rest, and 1.25 a minute later */
export async function measureAttack(): Promise<Record<string, number>> {
  const service = await startServiceProcess(100);
  const site = await prepareSite(service.account);
  const server = startSite(site);
  try {
    return await measure((await server.open()).url, server.pid);
  } finally {
    await server.close();
    await site.remove();
    await service.close();
  }
}
