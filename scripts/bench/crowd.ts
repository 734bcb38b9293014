/** A crowd: clients that come together and ask for all pages of a site. */
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { decompressText } from '#engine/origin/index.ts';
import { getSecondsSince } from './support/seconds.ts';

const clients = 100;
/** Time until the crowd is under way. */
const leadAfterMs = 300;

/** What a crowd met. Times are in seconds. */
export interface Crowd {
  /** 99 % of all answers came within this time. */
  waited: number;
  /** Answers that are not the whole page that was asked for. */
  wrong: number;
  /** Of a lead that was sent meanwhile. */
  lead: number;
  /** Names of the share images that the pages name. */
  shareImages: ReadonlySet<string>;
}

interface Answer {
  page: string;
  status: number;
  bytes: Buffer;
  took: number;
}

/** Canonical addresses of all pages. */
async function listPages(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap-0.xml`)).text();
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, page = '']) => page);
}

/** A failed request has status 0. */
function ask(url: string, page: string, agent: Agent): Promise<Answer> {
  const start = performance.now();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const end = (status: number, bytes: Buffer) =>
    resolve({ page, status, bytes, took: getSecondsSince(start) });
  const fail = () => end(0, Buffer.alloc(0));
  const options = { agent, headers: { 'accept-encoding': 'br' } };
  get(url + new URL(page).pathname, options, (answer) => {
    buffer(answer).then((bytes) => end(answer.statusCode ?? 0, bytes), fail);
  }).on('error', fail);
  return promise;
}

async function sendLead(url: string): Promise<number> {
  await wait(leadAfterMs);
  const start = performance.now();
  const { ok } = await fetch(`${url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      to: 'inbox@firm.test',
      subject: 'A lead',
      name: 'Ann Lee',
      email: 'ann@acme.test',
      company: 'Acme',
      phone: 'Not provided',
      message: 'Growth has stalled.',
    }),
  });
  return ok ? getSecondsSince(start) : Infinity;
}

/** Sends a crowd to a site. */
export async function sendCrowd(url: string): Promise<Crowd> {
  const pages = await listPages(url);
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  // All clients take from one list.
  const unasked = pages.values();
  const visit = async () => {
    for (const page of unasked) answers.push(await ask(url, page, agent));
  };
  const [lead] = await Promise.all([sendLead(url), ...Array.from({ length: clients }, visit)]);
  agent.destroy();

  let wrong = 0;
  const shareImages = new Set<string>();
  for (const { page, status, bytes } of answers) {
    const html = status === 200 ? String(await decompressText(bytes)) : '';
    const isRight = html.includes(`rel="canonical" href="${page}"`) && html.endsWith('</html>');
    if (!isRight) wrong += 1;
    // Without a copy each name would keep its page in memory.
    for (const [, name = ''] of html.matchAll(/\/share\/([\w.-]+)"/g))
      shareImages.add(structuredClone(name));
  }
  const times = answers.map(({ took }) => took).sort((one, other) => one - other);
  const waited = times[Math.ceil(times.length * 0.99) - 1] ?? NaN;
  return { waited, wrong, lead, shareImages };
}
