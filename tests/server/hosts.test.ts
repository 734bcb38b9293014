/** Both hosts mount the same handlers: what a handler does is in contact.test.ts and webhook.test.ts. */
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAt } from '../../scripts/bench/support/signed-requests.ts';
import { hosts, type Host } from './support/hosts.ts';

const webhookPath = '/api/webhooks/contentful';
const json = { 'content-type': 'application/json' };
let counter = 0;
const createMessage = () => ({
  name: 'Ann Lee',
  email: 'ann@acme.test',
  company: 'Acme, Inc.',
  message: `Growth has stalled ${++counter}.`,
});
const personal = /Ann|acme|Acme|stalled/;

/**
 * An event that is valid for more than a minute, because a busy machine is slow. Each has its own body,
 * because a signature counts once.
 */
const createEvent = () =>
  signAt(Date.now() + 50_000, {
    method: 'POST',
    path: webhookPath,
    headers: { 'content-type': 'application/vnd.contentful.management.v1+json' },
    body: JSON.stringify({ sys: { type: 'Entry', id: 'post-1', revision: ++counter } }),
  });

describe.each(hosts)('on $name', ({ start }) => {
  let host: Host;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());

  const postMessage = (
    message: object = createMessage(),
    headers: Record<string, string> = {},
    client?: string,
  ) => {
    const question = { method: 'POST', headers: { ...json, ...headers } };
    return host.ask('/contact', { ...question, body: JSON.stringify(message) }, client);
  };
  const postForm = (values: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(values).toString();
    return host.ask('/contact', { method: 'POST', headers, body });
  };
  const sendEvent = (event = createEvent()) => host.ask(webhookPath, event);

  test('a message is stored before the answer and not logged, and sent twice it is one lead', async () => {
    const message = createMessage();
    host.log.length = 0;
    for (let time = 0; time < 2; time += 1) {
      const answer = await postMessage(message);
      expect([answer.status, answer.body]).toEqual([202, '{"status":"accepted"}']);
      const kept = (await host.getLeads()).map(({ submission }) => submission.challenge);
      expect(kept).toEqual([message.message]);
    }
    expect(host.log.join('\n')).toContain('lead.stored');
    expect(host.log.join('\n')).not.toMatch(personal);
  });

  test('a form without JavaScript leads to the page that confirms it', async () => {
    const { message: challenge, ...values } = createMessage();
    const answer = await postForm({ ...values, challenge });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
  });

  test('a refused form is the contact page with its own policy, filled in', async () => {
    const answer = await postForm({ name: 'Ann Lee', email: 'nobody' });
    expect(answer.status).toBe(422);
    expect(load(answer.body)('#name').val()).toBe('Ann Lee');
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('no answer may be cached, framed or sniffed', async () => {
    for (const answer of [await postMessage(), await postForm({}), await sendEvent()]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.stringContaining('max-age='),
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  test.each([
    [403, 'https://evil.test'],
    [202, 'https://www.firm.test'],
  ])('%i for a message from a page of %s', async (status, origin) => {
    expect((await postMessage(createMessage(), { origin })).status).toBe(status);
  });

  test('the limit counts one client, seen by its address', async () => {
    const send = async (client: string) => (await postMessage(createMessage(), {}, client)).status;
    const statuses = await Promise.all(Array.from({ length: 31 }, () => send('198.51.100.7')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await send('198.51.100.8')).toBe(202);
  });

  test('an event is accepted once, also across processes, and never when it was changed', async () => {
    const event = createEvent();
    expect((await sendEvent({ ...event, body: `${event.body} ` })).status).toBe(401);
    const answer = await sendEvent(event);
    expect([answer.status, answer.body]).toEqual([202, '{"queued":true}']);
    expect((await sendEvent(event)).status).toBe(401);
    await host.restart();
    expect((await sendEvent(event)).status).toBe(401);
  });

  test('the webhook names its method', async () => {
    const { status, headers } = await host.ask(webhookPath, { method: 'GET' });
    expect([status === 200, headers.get('allow')]).toEqual([false, 'POST']);
  });

  test('what cannot be stored is refused, and comes again', async () => {
    await host.breakStore();
    const lead = await postMessage();
    expect([lead.status, lead.headers.get('retry-after')]).toEqual([503, '60']);
    const event = await sendEvent();
    expect([event.status, event.headers.get('retry-after')]).toEqual([503, '30']);
    expect([lead, event].map(({ body }) => JSON.parse(body) as object)).toEqual([
      { error: 'Your message could not be stored. Please try again in a minute.' },
      { error: 'The event could not be stored.' },
    ]);
    expect(host.log.join('\n')).toContain('"event":"lead.unstored"');
    expect(host.log.join('\n')).not.toMatch(personal);
  });
});

test.each(hosts)('without a secret $name accepts no event', async ({ start }) => {
  const host = await start('');
  const { status, body } = await host.ask(webhookPath, createEvent());
  expect([status, JSON.parse(body)]).toEqual([503, { error: 'The webhook is not set up here.' }]);
  await host.close();
});
