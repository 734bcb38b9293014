import { expect, test } from 'vitest';
import { createApp } from '../../../src/engine/serve/app.ts';
import type { LogEntry } from '../../../src/engine/log.ts';
import { createWebhookHandler } from '../../../src/engine/serve/webhook/webhook.ts';
import {
  signAt,
  webhookSecret,
  type SentRequest,
} from '../../../scripts/bench/support/signed-requests.ts';
import type { ContentEvent } from '../../../src/engine/content/index.ts';

const path = '/api/webhooks/contentful';
const time = 1_790_000_000_000;

/** Sends an event with a new signature to a webhook that passes events to `accept`. */
async function send(sys: object, accept: (event: ContentEvent) => Promise<void>) {
  const log: LogEntry[] = [];
  const handle = createWebhookHandler({
    secret: webhookSecret,
    spaceId: 'space-1',
    environment: 'master',
    signatures: { add: () => Promise.resolve(true) },
    accept,
    log: (entry) => log.push(entry),
    now: () => time,
  });
  const app = createApp({
    endpoints: [{ method: 'POST', path, handle }],
    siteUrl: 'https://www.firm.test',
    log: (entry) => log.push(entry),
  });
  const sent: SentRequest = { method: 'POST', path, headers: {}, body: JSON.stringify({ sys }) };
  const response = await app(new Request(`https://www.firm.test${path}`, signAt(time, sent)), '');
  return { response, events: log.map(({ event }) => event) };
}

test.each([
  [
    { type: 'Entry', id: 'post-1', revision: 3, publishedVersion: 12 },
    { kind: 'Entry', id: 'post-1', revision: 3, deleted: false },
  ],
  [
    { type: 'DeletedEntry', id: 'post-1', revision: 3 },
    { kind: 'Entry', id: 'post-1', revision: 3, deleted: true },
  ],
  [
    { type: 'DeletedAsset', id: 'picture-1' },
    { kind: 'Asset', id: 'picture-1', revision: null, deleted: true },
  ],
])('the event %j is the event %j', async (sys, expected) => {
  const events: ContentEvent[] = [];
  const { response } = await send(sys, (event) => {
    events.push(event);
    return Promise.resolve();
  });
  expect([response.status, events]).toEqual([202, [expected]]);
});

test('an event that could not be stored is refused without a reason in the answer', async () => {
  const { response, events } = await send({ type: 'Entry', id: 'post-1' }, () =>
    Promise.reject(new Error('disk of /srv/site is full')),
  );
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: 'The event could not be stored.' });
  expect(events).toEqual(['webhook.unstored']);
});
