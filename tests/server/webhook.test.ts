/** The handler of Contentful's webhook; hosts.test.ts asks both hosts for it. */
import { beforeEach, expect, test } from 'vitest';
import {
  signAt,
  webhookSecret,
  type SentRequest,
} from '../../scripts/bench/support/signed-requests.ts';
import type { ContentEvent } from '../../src/engine/content/index.ts';
import { createApp } from '../../src/engine/serve/app.ts';
import { createWebhookHandler } from '../../src/engine/serve/webhook/webhook.ts';
import { forgeries, type toSigned } from '../support/forged-requests.ts';

const path = '/api/webhooks/contentful';
const time = 1_790_000_000_000;
const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } });
/** Properties that every event of an entry of this site has. */
const ofThisSite = {
  id: 'post-1',
  space: link('Space', 'space-1'),
  environment: link('Environment', 'master'),
  contentType: link('ContentType', 'blogPost'),
};
/** The entry as the Delivery API will show it, with its revision. */
const published = { ...ofThisSite, type: 'Entry', revision: 3, publishedVersion: 12 };
/** The entry as the editor sees it after a save, with its version. */
const { revision: _, ...unpublished } = { ...published, version: 14, publishedCounter: 3 };
const asset = {
  ...ofThisSite,
  id: 'picture-1',
  type: 'Asset',
  contentType: undefined,
  revision: 1,
};

const events: ContentEvent[] = [];
const log: unknown[] = [];
let store = (event: ContentEvent) => Promise.resolve(void events.push(event));
beforeEach(() => {
  events.length = 0;
  log.length = 0;
});

/** A request like Contentful's, without a signature. */
const createRequest = (sys: object, topic = 'Entry.publish'): SentRequest => ({
  method: 'POST',
  path,
  headers: {
    'content-type': 'application/vnd.contentful.management.v1+json',
    'x-contentful-topic': `ContentManagement.${topic}`,
  },
  body: JSON.stringify({ sys, fields: { title: { 'en-US': 'Wächst über Nacht' } } }),
});

const siteUrl = 'https://www.firm.test';
const write = (line: object) => log.push(line);
const handle = createWebhookHandler({
  secret: webhookSecret,
  spaceId: 'space-1',
  environment: 'master',
  signatures: { add: () => Promise.resolve(true) },
  accept: (event) => store(event),
  log: write,
  now: () => time,
});
const app = createApp({ endpoints: [{ method: 'POST', path, handle }], siteUrl, log: write });

async function post({ path: asked, ...request }: SentRequest | ReturnType<typeof toSigned>) {
  const answer = await app(new Request(siteUrl + asked, request), '203.0.113.1');
  return { status: answer.status, body: (await answer.json()) as unknown };
}
const send = (request: SentRequest) => post(signAt(time, request));

async function expectRefusal(status: number, sent: ReturnType<typeof post>): Promise<void> {
  expect(await sent).toEqual({ status, body: { error: expect.stringMatching(/^[A-Z][^\n]*\.$/) } });
  expect(events).toEqual([]);
}

const entry = (id: string, revision: number | null, deleted = false) => ({
  kind: 'Entry',
  id,
  revision,
  deleted,
});
const picture = (revision: number | null, deleted = false) => ({
  ...entry('picture-1', revision, deleted),
  kind: 'Asset',
});
test.each<[string, object, object]>([
  ['a published post', published, entry('post-1', 3)],
  [
    'a published resource',
    { ...published, contentType: link('ContentType', 'resource') },
    entry('post-1', 3),
  ],
  ['an unpublished post', { ...published, type: 'DeletedEntry' }, entry('post-1', 3, true)],
  [
    'a deletion without a content type',
    { id: 'old-1', type: 'DeletedEntry' },
    entry('old-1', null, true),
  ],
  ['a deleted draft', { ...unpublished, type: 'DeletedEntry' }, entry('post-1', null, true)],
  ['a published asset', asset, picture(1)],
  ['a deleted asset', { ...asset, type: 'DeletedAsset' }, picture(1, true)],
  ['an entry without a revision', { id: 'post-2', type: 'Entry' }, entry('post-2', null)],
])('%s is accepted', async (_, sys, event) => {
  expect(await send(createRequest(sys))).toMatchObject({ status: 202, body: { queued: true } });
  expect(events).toEqual([event]);
});

test.each<[string, object]>([
  ['a draft', unpublished],
  ['a draft of an asset', { ...asset, revision: undefined, version: 2 }],
  ['an entry of another type', { ...published, contentType: link('ContentType', 'landingPage') }],
  ['an entry of another space', { ...published, space: link('Space', 'space-2') }],
  [
    'an entry of another environment',
    { ...published, environment: link('Environment', 'staging') },
  ],
  ['a content type', { id: 'blogPost', type: 'ContentType', version: 2, publishedVersion: 1 }],
  ['a release', { id: 'release-1', type: 'Release', version: 2 }],
])('%s changes nothing on the site', async (_, sys) => {
  // The signed body decides, and not the topic, which may be unsigned.
  expect(await send(createRequest(sys, 'Entry.unpublish'))).toEqual({
    status: 200,
    body: { queued: false, reason: expect.stringMatching(/\.$/) },
  });
  expect(events).toEqual([]);
});

test.each(['not signed', 'expired', 'of the future', 'another body', 'a header twice'])(
  'refused: a request that is %s',
  async (kind) => {
    const forged = forgeries[kind]?.(createRequest(published), time, 7);
    if (!forged) throw new Error('There is no such forgery.');
    await expectRefusal(401, post(forged));
    expect(log).toEqual([{ event: 'webhook.refused' }]);
  },
);

test('a body may have 2 MiB and not a byte more', async () => {
  const request = createRequest(published);
  const ofLength = (bytes: number) => ({
    ...request,
    body: request.body + ' '.repeat(bytes - Buffer.byteLength(request.body)),
  });
  const limit = 2 * 1024 * 1024;
  await expectRefusal(413, send(ofLength(limit + 1)));
  expect(await send(ofLength(limit))).toMatchObject({ status: 202 });
});

test.each([
  '',
  '[]',
  '{"sys":',
  '{"sys":{"type":"Entry"}}',
  '{"sys":{"type":"Entry","id":"../x"}}',
])('refused: a signed body without an event: %s', (body) =>
  expectRefusal(400, send({ ...createRequest(published), body })),
);

test('the log names an accepted event without its content', async () => {
  await send(createRequest(published));
  expect(log).toEqual([{ event: 'webhook.accepted', ...entry('post-1', 3) }]);
});

test('an event that cannot be stored is refused without the reason', async () => {
  store = () => Promise.reject(new Error('disk of /srv/site is full'));
  expect(await send(createRequest(published))).toEqual({
    status: 503,
    body: { error: 'The event could not be stored.' },
  });
  expect(log).toEqual([{ event: 'webhook.unstored', error: 'Error' }]);
});
