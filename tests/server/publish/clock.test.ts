/** The clock of the machine jumps under a running server, ahead and back. */
import '../support/quick-server.ts';
import '../support/no-follow-up.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePost } from '../../fixtures/space.ts';
import { signAt, webhookSecret } from '../../../scripts/bench/support/signed-requests.ts';
import { openRelease } from '../../../src/engine/publish/index.ts';
import { startServer, type RunningServer } from '../../../src/engine/serve/node/server.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const hour = 3_600_000;
const getRightTime = Date.now;
/** Milliseconds by which the clock of the server is wrong. */
let ahead = 0;
let site: PublishedSite;
let sink: SmtpSink;
let server: RunningServer;

beforeAll(async () => {
  site = await openPublishedSite(1);
  await site.publish();
  sink = await startSmtpSink();
  vi.spyOn(Date, 'now').mockImplementation(() => getRightTime() + ahead);
  const { config } = site;
  server = await startServer({
    config: {
      ...config,
      server: { ...config.server, port: 0, trustProxy: true },
      contact: { ...config.contact, smtpUrl: sink.url },
      webhookSecret,
      reconcileMinutes: 1 / 40,
    },
    openSite: async () => {
      const opened = await openRelease(config);
      if (!opened) throw new Error('There is no release.');
      const prepareRenderer = () => Promise.resolve(site.renderer);
      return { site: opened, publishing: { prepareRenderer } };
    },
    log: () => undefined,
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

/** Tells of an entry as Contentful does, whose own clock is right. */
const announce = (sys: object) => {
  const { headers, body } = signAt(getRightTime(), {
    method: 'POST',
    path: '/api/webhooks/contentful',
    headers: { 'content-type': 'application/vnd.contentful.management.v1+json' },
    body: JSON.stringify({ sys, fields: {} }),
  });
  return fetch(`${server.url}/api/webhooks/contentful`, { method: 'POST', headers, body });
};

test('a clock that jumps a day ahead or back loses no lead and no edit', async () => {
  let isFirst = true;
  sink.fault = () => {
    const fault = isFirst ? ({ at: 'data', code: 451 } as const) : null;
    isFirst = false;
    return fault;
  };
  const markers: string[] = [];
  for (const [round, jump] of [24 * hour, -24 * hour, 0].entries()) {
    ahead = jump;
    const marker = `Round ${round}, the clock is ${jump} ahead.`;
    markers.push(marker);
    expect((await sendLead(marker, '198.51.100.1')).status).toBe(202);
    const { status } = await announce(site.service.publish(makePost(0, { title: marker })).sys);
    // A signature follows the clock of the machine; reconciling heals the events that this costs.
    expect(status).toBe(jump === 0 ? 202 : 401);
    await vi.waitFor(
      async () => expect(await (await fetch(`${server.url}/blog/post-0`)).text()).toContain(marker),
      { timeout: 60_000, interval: 50 },
    );
  }
  await vi.waitFor(
    () => {
      const texts = sink.mails.map(({ text }) => text).join();
      expect(markers.filter((marker) => !texts.includes(marker))).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
});

test('a clock that was ahead shuts nobody out for longer than the limit says', async () => {
  const client = '198.51.100.2';
  ahead = 24 * hour;
  for (let number = 0; number < 30; number += 1) await sendLead(`Limit ${number}`, client);
  ahead = 0;
  const refused = await sendLead('One too many', client);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
});
