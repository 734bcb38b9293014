/** The memory of `npm start` while strangers send what nobody reads, or what never ends. */
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { exchange, openSocket } from '../support/exchange.ts';
import { startCommand } from '../support/npm-start.ts';
import { openPublishedSite } from '../support/open-site.ts';

const rounds = 2;
const connections = 500;
const pipelined = 'GET /blog HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(1000);
const slow =
  'POST /contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';

/** Opens a connection that sends, reads nothing for five seconds, and ends when the server closes it. */
async function attack(url: string, bytes: string): Promise<void> {
  const socket = openSocket(url);
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  // The end of a connection shows only while the client reads.
  const reading = setTimeout(() => socket.resume(), 5000);
  await closed;
  clearTimeout(reading);
}

// Takes minutes, so `npm test` leaves it to `npm run bench -- promises`. Other systems have no `/proc`.
test.runIf(process.env.FULL_SCALE === '1' && process.platform === 'linux')(
  'a mixed attack takes at most 1.5 times the memory at rest, and 1.25 times a minute later',
  async ({ annotate }) => {
    const site = await openPublishedSite(0);
    await site.publish();
    const server = await startCommand(site);
    onTestFinished(async () => {
      await server.end('SIGKILL');
      await site.close();
    });
    const read = (name: string) => readFile(`/proc/${server.pid}/${name}`, 'utf8');
    const getMegabytes = async () =>
      Number(/^VmRSS:\s+(\d+)/m.exec(await read('status'))?.[1]) / 1024;
    const getStatus = async (path: string) => (await exchange(server.url + path)).status;

    for (let visitor = 0; visitor < 1000; visitor += 1) expect(await getStatus('/blog')).toBe(200);
    let work = 0;
    const isAtRest = async () => {
      const before = work;
      const [, user, system] = /(?:\S+ ){13}(\d+) (\d+)/.exec(await read('stat')) ?? [];
      work = Number(user) + Number(system);
      // Hundredths of a second of the processor.
      return work - before < 5;
    };
    await expect.poll(isAtRest, { interval: 1000 }).toBe(true);
    const rest = await getMegabytes();

    let most = 0;
    for (let round = 0; round < rounds; round += 1) {
      let open = connections;
      for (let number = 0; number < connections; number += 1)
        void attack(server.url, number % 50 === 0 ? pipelined : slow).finally(() => (open -= 1));
      while (open > 0) {
        expect(await getStatus('/')).toBe(200);
        most = Math.max(most, await getMegabytes());
      }
    }
    await annotate(
      `${rounds * connections} connections, ${rest.toFixed(0)} MB at rest, ${most.toFixed(0)} at most`,
    );
    expect(most / rest).toBeLessThanOrEqual(1.5);
    const getShare = async () => (await getMegabytes()) / rest;
    await expect.poll(getShare, { timeout: 60_000, interval: 1000 }).toBeLessThanOrEqual(1.25);
  },
);
