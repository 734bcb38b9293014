import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest';
import type { ContentService, Fault } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { ContentServiceError } from '../../../src/engine/content/contentful/failure.ts';
import { listen } from '../../server/support/listen.ts';
import { manyPosts, openService, post } from '../../fixtures/content.ts';

const clientOf = (service: ContentService, deadlineMs = 20_000) =>
  createContentClient(service.account, { deadlineMs });
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** Expects a failure in one sentence without the token. @returns the sentence */
async function failureOf(service: ContentService, read: Promise<unknown>): Promise<string> {
  const error: unknown = await read.catch((reason: unknown) => reason);
  if (!(error instanceof ContentServiceError)) throw new Error(`Not a failure: ${inspect(error)}`);
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(error.message).toContain(`The content service at ${service.host} `);
  const { deliveryToken } = service.account;
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(deliveryToken);
  return error.message;
}

describe('a read of all entries', () => {
  test('returns all 1,001 posts, each once', async () => {
    const service = await openService({ entries: manyPosts(1001) });
    const { items } = await clientOf(service).fetchEntries('blogPost');
    expect(new Set(ids(items)).size).toBe(1001);
    expect([ids(items)[0], ids(items).at(-1)]).toEqual(['post-0001', 'post-1001']);
    const queries = service.requests.map((address) =>
      Object.fromEntries(new URL(address, 'http://service').searchParams),
    );
    // An account may have no field to sort by.
    const list = { content_type: 'blogPost', order: 'sys.id', limit: '1000' };
    expect(queries).toMatchObject(['0', '1000'].map((skip) => ({ ...list, skip })));
  });

  test('halves the page while an answer is over 7 MB', async () => {
    const service = await openService({ entries: manyPosts(150, { excerpt: 'x'.repeat(60_000) }) });
    const client = clientOf(service);
    const { items } = await client.fetchEntries('blogPost');
    expect(new Set(ids(items)).size).toBe(150);
    expect((await client.fetchChanges(null))?.entries.size).toBe(150);
    expect(service.requests.length).toBeLessThan(24);
  });

  test('begins again when the list changes between two pages', async () => {
    const service = await openService({ entries: manyPosts(1001) });
    let seen = 0;
    Object.assign(service.requests, {
      push() {
        if (++seen === 2) service.unpublish('post-0001');
      },
    });
    const { items } = await clientOf(service).fetchEntries('blogPost');
    expect(items).toHaveLength(1000);
    expect(ids(items)).toContain('post-1001');
  });
});

test('an answer that unpacks to more than the service sends is not taken', async () => {
  const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
  const head = { 'content-encoding': 'gzip' };
  const server = createServer((_, response) => response.writeHead(200, head).end(bomb));
  onTestFinished(() => void server.close());
  const account = { ...(await openService()).account, host: await listen(server) };
  const read = createContentClient(account).fetchEntries('blogPost');
  await expect(read).rejects.toThrow('ERR_BAD_RESPONSE');
});

test('the state of a type takes one small answer', async () => {
  const { sys, fields } = post('one');
  const updatedAt = '2027-03-05T00:00:00.000Z';
  const service = await openService({
    entries: [post('two'), { sys: { ...sys, updatedAt }, fields }],
  });
  expect(await clientOf(service).fetchState('blogPost')).toEqual({ total: 2, updatedAt });
  expect(service.requests).toEqual([expect.stringMatching(/select=sys\.updatedAt/)]);
  expect(await clientOf(service).fetchState('resource')).toEqual({ total: 0, updatedAt: '' });
});

test.concurrent.for<Fault>([
  { kind: 'server-error', times: 2 },
  { kind: 'rate-limit', times: 1 },
  { kind: 'html', times: 1 },
  { kind: 'reset', times: 1 },
  { kind: 'short-page', times: 1 },
])('a read waits for $kind to pass, $times times', async (fault, { expect, onTestFinished }) => {
  const service = await openService({ entries: manyPosts(3) }, onTestFinished);
  await service.setFaults(fault);
  expect((await clientOf(service).fetchEntries('blogPost')).items).toHaveLength(3);
});

describe('a lasting failure is one sentence with host and reason', () => {
  const late = /did not finish within 1 seconds/;
  const faults: [Fault, RegExp][] = [
    [{ kind: 'server-error' }, /answered with status 500/],
    [{ kind: 'html' }, /gave an answer that cannot be read/],
    [{ kind: 'cut-json' }, /gave an answer that cannot be read/],
    [{ kind: 'reset' }, /gave an answer that cannot be read|could not be reached/],
    [{ kind: 'missing-items' }, /gave an answer that is not a list/],
    [{ kind: 'short-page' }, /gave 2 of 3 entries that it says it has/],
    [{ kind: 'too-big' }, /has an entry over its own limit of 7 MB/],
    [{ kind: 'rate-limit' }, /is over its rate limit/],
    [{ kind: 'hang' }, late],
    [{ kind: 'drip' }, late],
  ];
  const tell = async ([fault, reason]: [Fault, RegExp], { onTestFinished }: TestContext) => {
    const service = await openService({ entries: manyPosts(3) }, onTestFinished);
    await service.setFaults(fault);
    const client = clientOf(service, reason === late ? 600 : 20_000);
    expect(await failureOf(service, client.fetchEntries('blogPost'))).toMatch(reason);
    // What makes a listing unusable only makes the Sync API unknown.
    if (!/cannot|not a list|7 MB|2 of 3/.test(reason.source))
      expect(await failureOf(service, client.fetchChanges(null))).toMatch(reason);
  };
  test.concurrent.for(faults)('%o', tell);
  // Alone, because another service may get the port that this one gives up.
  test('a connection that is refused', (context) =>
    tell([{ kind: 'refuse' }, /refused the connection/], context));

  test.each([
    [{ environment: 'elsewhere' }, /CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT/],
    [{ deliveryToken: 'wrong-token' }, /^(?!.*wrong-token).*check CONTENTFUL_DELIVERY_TOKEN/],
  ])('with %j it names the variables, after one request', async (account, reason) => {
    const service = await openService();
    const client = createContentClient({ ...service.account, ...account });
    expect(await failureOf(service, client.fetchEntries('resource'))).toMatch(reason);
    expect(service.requests).toHaveLength(1);
  });
});
