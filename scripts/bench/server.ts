/**
 * Measures the Node server: pages a second beside a bare node:http server that sends the same bytes from
 * memory, in one run; the time to accept leads; memory at rest.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import type { Result, SayStep } from '../bench.ts';

export const title = 'The Node server';

const page = '/services';
const seconds = 6;
const connections = 32;
const rounds = 3;
const leadRate = 200;
const leadSeconds = 10;
/** Seconds of unmeasured leads at the start, while the code is not compiled yet. */
const leadWarmUp = 3;

/** Waits until a server answers at the address. */
async function untilUp(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await wait(100);
  }
  throw new Error(`${url} does not answer.`);
}

const read = (file: string) => readFile(file, 'utf8').catch(() => '');

/** Resident memory of a process in megabytes. */
async function measureMemory(pid: number): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await read(`/proc/${pid}/status`))?.[1] ?? NaN;
  return Math.round(Number(kilobytes) / 1024);
}

const bareServer = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const [bytesFile, headersFile, port] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const headers = JSON.parse(readFileSync(headersFile, 'utf8'));
createServer((request, response) => { response.writeHead(200, headers); response.end(bytes); }).listen(Number(port), '127.0.0.1');
`;

/** The answer as it is sent, which `fetch` would unpack. */
async function getCompressed(url: string) {
  const headers = { 'accept-encoding': 'br' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).once('error', reject).end();
  });
  return { headers: answer.headers, body: await buffer(answer) };
}

/** Asks for the page again and again on one connection. Returns the number of answers. */
async function countAnswers(url: string, end: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ask = () =>
    socket.write(`GET ${page} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br\r\n\r\n`);
  let answers = 0;
  /** Bytes of one answer, and of the current answer so far. */
  let whole = 0;
  let received = 0;
  ask();
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    if (whole === 0) {
      const head = bytes.toString('latin1').split('\r\n\r\n')[0] ?? '';
      if (!head.startsWith('HTTP/1.1 200 '))
        throw new Error(`${url} answered ${head.slice(0, 40)}`);
      whole = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    }
    received += bytes.length;
    if (received < whole) continue;
    received = 0;
    answers += 1;
    if (performance.now() > end) break;
    ask();
  }
  return answers;
}

/** Pages a second. */
async function load(url: string): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => countAnswers(url, end)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

/** Sends a lead as a separate visitor. Returns the milliseconds until the server accepts the lead. */
function sendLead(url: string, number: number, agent: Agent): Promise<number> {
  const visitor = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  const lead = { name: 'Ann', email: 'ann@acme.test', company: 'Acme', message: `Lead ${number}` };
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor };
  const sent = performance.now();
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/contact`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 202) resolve(performance.now() - sent);
        else reject(new Error(`A lead was answered with ${answer.statusCode ?? 'nothing'}.`));
      });
    });
    sending.once('error', reject).end(JSON.stringify(lead));
  });
}

/** Sends leads at an even pace. With bursts, the benchmark would measure its own queue. */
async function measureLeads(url: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const leads: Promise<number>[] = [];
  const start = performance.now();
  while (leads.length < leadRate * (leadWarmUp + leadSeconds)) {
    while (leads.length < ((performance.now() - start) * leadRate) / 1000)
      leads.push(sendLead(url, leads.length, agent));
    await wait(1);
  }
  const all = await Promise.all(leads);
  const times = all.slice(leadRate * leadWarmUp).sort((one, other) => one - other);
  agent.destroy();
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? NaN);
  return `Accepting ${times.length} leads, ${leadRate} a second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (promised: p99 under 50 ms)`;
}

export async function run(say: SayStep): Promise<Result> {
  say('starting the servers');
  const folder = await mkdtemp(join(tmpdir(), 'bench-server-'));
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    children.push(child);
    return child;
  };
  try {
    // Away from the ports that the machine gives to others.
    const [ours, bare] = [24_321, 24_322];
    const toUrl = (port: number) => `http://127.0.0.1:${port}`;
    const [, ...startArgs] = packageJson.scripts.start.split(' ');
    const server = start(process.execPath, startArgs, {
      PORT: String(ours),
      DATA_DIR: join(folder, 'data'),
      TRUST_PROXY: 'true',
      NODE_ENV: 'production',
    });
    await untilUp(toUrl(ours));
    await wait(20_000); // wait for the work after the start, such as the search index
    const resident = await measureMemory(server.pid ?? 0);

    const { headers, body } = await getCompressed(toUrl(ours) + page);
    await writeFile(join(folder, 'bytes'), body);
    await writeFile(join(folder, 'headers.json'), JSON.stringify(headers));
    await writeFile(join(folder, 'bare.mjs'), bareServer);
    const args = ['bare.mjs', 'bytes', 'headers.json'].map((name) => join(folder, name));
    start(process.execPath, [...args, String(bare)]);
    await untilUp(toUrl(bare));

    // The servers take turns, so that other load on the machine affects all of them.
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      say(`pages, round ${round + 1} of ${rounds}`);
      rates.bare.push(await load(toUrl(bare)));
      rates.ours.push(await load(toUrl(ours)));
    }
    const best = (values: readonly number[]) => Math.round(Math.max(...values));
    const share = Math.round((100 * best(rates.ours)) / best(rates.bare));
    say('leads');
    const lines = [
      `Pages a second: bare node:http ${best(rates.bare)}, ours ${best(rates.ours)} (${share} %; promised: 80 %)`,
      await measureLeads(toUrl(ours)),
      `Memory of the server at rest: ${resident} MB (promised: under 150 MB)`,
    ];
    return { lines, promises: [] };
  } finally {
    for (const child of children) child.kill();
    await wait(500);
    await rm(folder, { recursive: true, force: true });
  }
}
