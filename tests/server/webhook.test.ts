/** The handler of Contentful's webhook; hosts.test.ts asks both hosts for it. */
import { beforeEach, expect, test } from 'vitest';
import {
  signAt,
  webhookPath as path,
  webhookSecret,
  type SentRequest,
} from '#scripts/bench/support/signed-requests.ts';
import { linkTo as link } from '#engine/stand-in/space.ts';
import { posts } from '#collections/posts.ts';
import { getWireType, type ContentEvent } from '#engine/content/contentful/index.ts';
import { createApp } from '#engine/endpoints/http.ts';
import { createWebhookHandler } from '#engine/endpoints/webhook.ts';

const time = 1_790_000_000_000;
const ofThisSite = {
  id: 'post-1',
  space: link('Space', 'space-1'),
  environment: link('Environment', 'master'),
  contentType: link('ContentType', getWireType(posts)),
};
/** The entry as the Delivery API will show it, with its revision. */
const published = { ...ofThisSite, type: 'Entry', revision: 3, publishedVersion: 12 };
/** The entry as the editor sees it after a save, with its version. */
const { revision: _, ...unpublished } = { ...published, version: 14, publishedCounter: 3 };
const person = link('ContentType', 'person');
const asset = { ...ofThisSite, type: 'Asset', contentType: undefined, revision: 1 };

/** A request like Contentful's, without a signature. */
const createRequest = (sys: object = published): SentRequest => ({
  method: 'POST',
  path,
  headers: {
    'content-type': 'application/vnd.contentful.management.v1+json',
    // May be unsigned, so the signed body decides.
    'x-contentful-topic': 'ContentManagement.Entry.unpublish',
  },
  body: JSON.stringify({ sys, fields: { title: { 'en-US': 'Wächst über Nacht' } } }),
});

const events: ContentEvent[] = [];
const log: unknown[] = [];
beforeEach(() => {
  events.length = 0;
  log.length = 0;
});

const siteUrl = 'https://www.firm.test';
function openApp(secret: string | null) {
  const write = (line: object) => log.push(line);
  const handle = createWebhookHandler({
    secret,
    spaceId: 'space-1',
    environment: 'master',
    addSignature: () => Promise.resolve(true),
    accept: (event) => Promise.resolve(void events.push(event)),
    log: write,
    now: () => time,
  });
  return createApp({ endpoints: { [`POST ${path}`]: handle }, siteUrl, log: write });
}
const app = openApp(webhookSecret);

async function post({ path: asked, ...request }: SentRequest, to = app) {
  const answer = await to(new Request(siteUrl + asked, request), '203.0.113.1');
  return { status: answer.status, body: (await answer.json()) as unknown };
}
const send = (request: SentRequest) => post(signAt(time, request));

async function expectRefusal(status: number, sent: ReturnType<typeof post>): Promise<void> {
  expect(await sent).toEqual({ status, body: { error: expect.stringMatching(/^[A-Z][^\n]*\.$/) } });
  expect(events).toEqual([]);
}

test.each<[string, object, kind: string, revision: number | null]>([
  ['a published post', published, 'Entry', 3],
  ['an unpublished post', { ...published, type: 'DeletedEntry' }, 'deleted Entry', 3],
  ['a deleted draft', { ...unpublished, type: 'DeletedEntry' }, 'deleted Entry', null],
  ['a published asset', asset, 'Asset', 1],
  ['a deleted asset', { ...asset, type: 'DeletedAsset' }, 'deleted Asset', 1],
  ['an entry of another type', { ...published, contentType: person }, 'Entry', 3],
  ['a content type', { ...ofThisSite, type: 'ContentType', revision: 2 }, 'ContentType', 2],
  [
    'the alias that is read, turned to another environment',
    { ...ofThisSite, id: 'master', environment: undefined, type: 'EnvironmentAlias', version: 6 },
    'EnvironmentAlias',
    null,
  ],
  ['an entry without a revision', { id: 'post-1', type: 'Entry' }, 'Entry', null],
])('%s is accepted, and logged without its content', async (_, sys, what, revision) => {
  expect(await send(createRequest(sys))).toMatchObject({ status: 202, body: { queued: true } });
  const deleted = what.startsWith('deleted');
  const { id } = { ...published, ...sys };
  const event = { kind: what.replace('deleted ', ''), id, revision, deleted };
  expect(events).toEqual([event]);
  expect(log).toEqual([{ event: 'webhook.accepted', ...event }]);
});

test('an event to an address with a slash at its end is accepted', async () =>
  expect(await send({ ...createRequest(), path: `${path}/` })).toMatchObject({ status: 202 }));

test.each<[string, object]>([
  ['a draft', unpublished],
  ['an entry of another space', { ...published, space: link('Space', 'space-2') }],
  ['an entry of another environment', { ...published, environment: link('', 'staging') }],
  ['another alias', { ...ofThisSite, id: 'staging', type: 'EnvironmentAlias' }],
  ['a saved content type', { id: 'blogPost', type: 'ContentType', version: 2 }],
  ...['Task', 'Comment', 'Release', 'Workflow', 'TemplateInstallation', 'BulkAction'].map(
    (type): [string, object] => [`an event of kind ${type}`, { ...ofThisSite, type }],
  ),
])('%s changes nothing on the site', async (_, sys) => {
  expect(await send(createRequest(sys))).toEqual({
    status: 200,
    body: { queued: false, reason: expect.stringMatching(/\.$/) },
  });
  expect(events).toEqual([]);
});

test('a body may have 2 MiB and not a byte more', async () => {
  const request = createRequest();
  const ofLength = (bytes: number) => ({
    ...request,
    body: request.body + ' '.repeat(bytes - Buffer.byteLength(request.body)),
  });
  const limit = 2 * 1024 * 1024;
  await expectRefusal(413, send(ofLength(limit + 1)));
  expect(await send(ofLength(limit))).toMatchObject({ status: 202 });
});

test.each(['[]', '{"sys":', '{"sys":{"type":"Entry","id":"../x"}}'])(
  'refused: a signed body without an event: %s',
  (body) => expectRefusal(400, send({ ...createRequest(), body })),
);

test('without a secret every event is refused', () =>
  expectRefusal(503, post(signAt(time, createRequest()), openApp(null))));
