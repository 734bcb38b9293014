import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Fault } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { manyPosts, openService } from '../../fixtures/content.ts';
import { clientOf, failureOf } from './service-client.ts';

describe('a read waits for a failure to pass', () => {
  test.concurrent.for<Fault>([
    { kind: 'server-error', times: 2 },
    { kind: 'rate-limit', times: 1, reset: '1' },
    { kind: 'rate-limit', times: 1, reset: 'soon' },
    { kind: 'html', times: 1 },
    { kind: 'cut-json', times: 1 },
    { kind: 'reset', times: 1 },
    { kind: 'missing-items', times: 1 },
    { kind: 'short-page', times: 1 },
  ])('$kind, $times times', async (fault, { expect, onTestFinished }) => {
    const service = await openService({ entries: manyPosts(3) }, onTestFinished);
    await service.setFaults(fault);
    expect((await clientOf(service).fetchEntries('blogPost')).items).toHaveLength(3);
  });
});

describe('a lasting failure is one sentence with host and reason', () => {
  test.concurrent.for<[Fault, RegExp]>([
    [{ kind: 'refuse' }, /refused the connection/],
    [{ kind: 'unauthorized' }, /refused the token; check CONTENTFUL_DELIVERY_TOKEN/],
    [{ kind: 'server-error' }, /answered with status 500/],
    [{ kind: 'html' }, /gave an answer that cannot be read/],
    [{ kind: 'cut-json' }, /gave an answer that cannot be read/],
    [{ kind: 'reset' }, /gave an answer that cannot be read|could not be reached/],
    [{ kind: 'missing-items' }, /gave an answer that is not a list/],
    [{ kind: 'short-page' }, /gave 2 of 3 entries that it says it has/],
    [{ kind: 'too-big' }, /has an entry over its own limit of 7 MB/],
    [{ kind: 'rate-limit', reset: '0' }, /is over its rate limit/],
    [{ kind: 'rate-limit', reset: '3600' }, /did not finish within 1 seconds/],
    [{ kind: 'hang' }, /did not finish within 1 seconds/],
    [{ kind: 'drip' }, /did not finish within 1 seconds/],
  ])('%o', async ([fault, reason], { expect, onTestFinished }) => {
    const service = await openService({ entries: manyPosts(3) }, onTestFinished);
    await service.setFaults(fault);
    const slow = ['hang', 'drip'].includes(fault.kind) || fault.reset === '3600';
    const error = await failureOf(clientOf(service, slow ? 600 : 20_000).fetchEntries('blogPost'));
    expect(error.message).toMatch(reason);
    expect(error.message).toContain(`The content service at ${service.host} `);
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(service.token);
  });

  test('an unknown space or environment names the variables', async () => {
    const service = await openService();
    const client = createContentClient({ ...service.account, environment: 'elsewhere' });
    expect((await failureOf(client.fetchEntries('blogPost'))).message).toMatch(
      /CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT/,
    );
  });

  test('a wrong token names its variable and is tried once', async () => {
    const service = await openService();
    const client = createContentClient({ ...service.account, deliveryToken: 'wrong-token' });
    const error = await failureOf(client.fetchEntries('resource'));
    expect(error.message).toMatch(/CONTENTFUL_DELIVERY_TOKEN/);
    expect(error.message).not.toContain('wrong-token');
    expect(service.requests).toHaveLength(1);
  });
});

test('nothing is printed, whatever fails', async () => {
  const spies = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const service = await openService();
  for (const kind of ['unauthorized', 'server-error', 'rate-limit', 'refuse'] as const) {
    await service.setFaults({ kind });
    await failureOf(clientOf(service, 100).fetchEntries('blogPost'));
  }
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
