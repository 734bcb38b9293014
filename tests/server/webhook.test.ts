import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from './support/exchange.ts';
import { signAt, type SentRequest } from '../../scripts/bench/support/signed-requests.ts';
import { forgeries, toSigned } from '../support/forged-requests.ts';
import { webhookHosts, type WebhookHost } from './support/webhook-hosts.ts';

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
/** Unpublished or deleted. */
const deleted = { ...ofThisSite, type: 'DeletedEntry', revision: 3 };
/** The entry as the editor sees it after a save, with its version. */
const { revision: _, ...unpublished } = { ...published, version: 14, publishedCounter: 3 };
const asset = {
  id: 'picture-1',
  type: 'Asset',
  space: ofThisSite.space,
  environment: ofThisSite.environment,
  revision: 1,
};

let counter = 0;
/** A new request like Contentful's, without a signature. */
const createRequest = (sys: object): SentRequest => {
  counter += 1;
  return {
    method: 'POST',
    path: '/api/webhooks/contentful',
    headers: {
      'content-type': 'application/vnd.contentful.management.v1+json',
      'x-contentful-topic': 'ContentManagement.Entry.publish',
      'x-contentful-webhook-name': 'Website',
    },
    body: JSON.stringify({ sys, fields: { title: { 'en-US': `Wächst über Nacht ${counter}` } } }),
  };
};

describe.each(webhookHosts)('POST /api/webhooks/contentful on $name', ({ start }) => {
  let host: WebhookHost;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());
  beforeEach(() => {
    host.log.length = 0;
  });

  const send = (sys: object) => host.send(signAt(Date.now(), createRequest(sys)));
  const parse = ({ body }: Answer) => JSON.parse(body) as { error?: string; queued?: boolean };

  /** Sends a request; expects one sentence and no stored event. */
  async function expectRefusal(status: number, request: SentRequest): Promise<Answer> {
    const before = await host.getEvents();
    const answer = await host.send(request);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/json',
    ]);
    expect(parse(answer).error).toMatch(/^[A-Z][^\n]*\.$/);
    expect(await host.getEvents()).toBe(before);
    return answer;
  }

  const taken = {
    'a published post': published,
    'a published resource': { ...published, contentType: link('ContentType', 'resource') },
    'an unpublished post': deleted,
    'a deletion without a content type': { id: 'old-1', type: 'DeletedEntry' },
    'a deleted draft': { ...unpublished, type: 'DeletedEntry' },
    'a published asset': asset,
    'a deleted asset': { ...asset, type: 'DeletedAsset' },
    'an entry without a revision': { id: 'post-2', type: 'Entry' },
  };
  test.each(Object.entries(taken))('%s is accepted', async (_, sys) => {
    const before = await host.getEvents();
    const answer = await send(sys);
    expect([answer.status, parse(answer)]).toEqual([202, { queued: true }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await host.getEvents()).not.toBe(before);
  });

  const ignored = {
    'a draft': unpublished,
    'a draft of an asset': { ...asset, revision: undefined, version: 2 },
    'an entry of another type': { ...published, contentType: link('ContentType', 'landingPage') },
    'an entry of another space': { ...published, space: link('Space', 'space-2') },
    'an entry of another environment': {
      ...published,
      environment: link('Environment', 'staging'),
    },
    'a content type': { id: 'blogPost', type: 'ContentType', version: 2, publishedVersion: 1 },
    'a release': { id: 'release-1', type: 'Release', version: 2 },
  };
  test.each(Object.entries(ignored))('%s changes nothing on the site', async (_, sys) => {
    const before = await host.getEvents();
    const answer = await send(sys);
    expect(answer.status).toBe(200);
    expect(parse(answer)).toEqual({ queued: false, reason: expect.stringMatching(/\.$/) });
    expect(await host.getEvents()).toBe(before);
  });

  test('the signed body decides, and not the topic, which may be unsigned', async () => {
    const request = createRequest(unpublished);
    const { headers } = request;
    const topic = 'ContentManagement.Entry.unpublish';
    const changed = { ...request, headers: { ...headers, 'x-contentful-topic': topic } };
    expect((await host.send(signAt(Date.now(), changed))).status).toBe(200);
  });

  test('a signature is accepted once, also across processes', async () => {
    const request = signAt(Date.now(), createRequest(published));
    expect((await host.send(request)).status).toBe(202);
    await expectRefusal(401, request);
    await host.restart();
    await expectRefusal(401, request);
    const draft = signAt(Date.now(), createRequest(unpublished));
    expect((await host.send(draft)).status).toBe(200);
    await expectRefusal(401, draft);
  });

  // The router refuses these two.
  const elsewhere = ['another method', 'another path'];
  test.each(Object.keys(forgeries).filter((kind) => !elsewhere.includes(kind)))(
    'refused: %s',
    async (kind) => {
      const request = createRequest(published);
      const forged = forgeries[kind]?.(request, Date.now(), 7) ?? toSigned(request);
      await expectRefusal(401, {
        ...request,
        path: forged.path,
        headers: Object.fromEntries(forged.headers),
        body: forged.body,
      });
      expect(host.log.join('\n')).toContain('webhook.refused');
    },
  );

  test('refused: a body that is too long', async () => {
    const request = createRequest(published);
    const ofLength = (bytes: number) => {
      const body = request.body + ' '.repeat(bytes - Buffer.byteLength(request.body));
      return signAt(Date.now(), { ...request, body });
    };
    const limit = 2 * 1024 * 1024;
    await expectRefusal(413, ofLength(limit + 1));
    expect((await host.send(ofLength(limit))).status).toBe(202);
  });

  test.each([
    '',
    '[]',
    '{"sys":',
    '{"sys":{"type":"Entry"}}',
    '{"sys":{"type":"Entry","id":"../x"}}',
  ])('refused: a signed body without an event: %s', async (body) => {
    await expectRefusal(400, signAt(Date.now(), { ...createRequest(published), body }));
  });

  test('answers no other method', async () => {
    const answer = await host.send({ ...createRequest(published), method: 'GET', body: '' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('the log names an accepted event without its content', async () => {
    await send(published);
    const log = host.log.join('\n');
    expect(log).toContain('"event":"webhook.accepted","kind":"Entry","id":"post-1","revision":3');
    expect(log).not.toMatch(/Nacht|delivery-token|secret-of-the-hook/);
  });

  test('an event that cannot be stored is refused, so that Contentful sends it again', async () => {
    await host.breakStore();
    const answer = await send(published);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(parse(answer).error).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

test.each(webhookHosts)('without a secret $name accepts no event', async ({ start }) => {
  const host = await start('');
  try {
    const answer = await host.send(signAt(Date.now(), createRequest(published)));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      503,
      { error: 'The webhook is not set up here.' },
    ]);
  } finally {
    await host.close();
  }
});
