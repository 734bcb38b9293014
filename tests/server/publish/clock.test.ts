/** The clock of the machine jumps under a running server, ahead and back. */
import '../../support/short-waits.ts';
import '../support/no-follow-up.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePost } from '../../fixtures/space.ts';
import {
  openPublishedSite,
  serveSite,
  type PublishedSite,
  type ServedSite,
} from '../support/open-site.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const day = 24 * 3_600_000;
const getRightTime = Date.now;
/** Milliseconds by which the clock of the server is wrong. */
let ahead = 0;
let site: PublishedSite;
let sink: SmtpSink;
let server: ServedSite;

beforeAll(async () => {
  site = await openPublishedSite(1);
  await site.publish();
  sink = await startSmtpSink();
  vi.spyOn(Date, 'now').mockImplementation(() => getRightTime() + ahead);
  const { config } = site;
  server = await serveSite(site, undefined, {
    server: { ...config.server, trustProxy: true },
    contact: { ...config.contact, smtpUrl: sink.url },
    reconcileMinutes: 1 / 40,
  });
});
afterAll(async () => {
  await server.close();
  await sink.close();
  await site.close();
});

const sendLead = (message: string, client: string) =>
  fetch(`${server.url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify({ name: 'Ann', email: 'ann@acme.test', company: 'Acme', message }),
  });

test('a clock that jumps a day ahead or back loses no lead and no edit', async () => {
  const faults = [{ at: 'data', code: 451 } as const];
  sink.fault = () => faults.pop() ?? null;
  for (const jump of [day, -day, 0]) {
    ahead = jump;
    const marker = `The clock is ${jump} ahead.`;
    expect((await sendLead(marker, '198.51.100.1')).status).toBe(202);
    const { sys } = site.service.publish(makePost(0, { title: marker }));
    // A signature follows the clock of the machine; reconciling heals the events that this costs.
    expect(await server.announce(sys, getRightTime())).toBe(jump === 0 ? 202 : 401);
    await expect.poll(async () => (await server.get('/blog/post-0')).text).toContain(marker);
  }
  await expect.poll(() => sink.mails).toHaveLength(3);
});

test('a clock that was ahead shuts nobody out for longer than the limit says', async () => {
  const client = '198.51.100.2';
  ahead = day;
  for (let number = 0; number < 30; number += 1) await sendLead(`Limit ${number}`, client);
  ahead = 0;
  const refused = await sendLead('One too many', client);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
});

test('a new day renders every page anew, once the changes are live', async () => {
  const countChecks = () => server.log.filter((line) => line.includes('site.checked')).length;
  const before = countChecks();
  ahead = 2 * day;
  site.service.publish(makePost(0, { title: 'Of the new day' }));
  await expect
    .poll(() => server.get('/blog/post-0'))
    .toMatchObject({ text: expect.stringContaining('Of the new day') as string });
  // The check of all files follows a whole publish.
  await expect.poll(countChecks).toBeGreaterThan(before);
});
