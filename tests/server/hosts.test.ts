/** Both hosts mount the same handlers: what a handler does is in contact.test.ts and webhook.test.ts. */
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAt } from '../../scripts/bench/support/signed-requests.ts';
import { hosts, siteUrl, type Host } from './support/hosts.ts';
import { startSmtpSink, type SmtpSink } from './support/smtp-sink.ts';

const webhookPath = '/api/webhooks/contentful';
let counter = 0;
const createMessage = () => ({
  name: 'Ann Lee',
  email: 'ann@acme.test',
  company: 'Acme, Inc.',
  message: `Growth has stalled ${++counter}.`,
});
const page = `${siteUrl}/contact?utm_source=x`;
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
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    host = await start({ SMTP_URL: sink.url });
  });
  afterAll(async () => {
    await host.close();
    await sink.close();
  });

  const postMessage = (message = createMessage(), origin = siteUrl, client?: string) => {
    const headers = { 'content-type': 'application/json', origin, referer: page };
    const question = { method: 'POST', headers, body: JSON.stringify(message) };
    return host.ask('/contact', question, client);
  };
  const postForm = (values: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(values).toString();
    return host.ask('/contact', { method: 'POST', headers, body });
  };
  const sendEvent = (event = createEvent()) => host.ask(webhookPath, event);

  test('a message sent twice is stored once and mailed once to the inbox, and not logged', async () => {
    const message = createMessage();
    for (let time = 0; time < 2; time += 1) {
      const answer = await postMessage(message);
      expect([answer.status, answer.body]).toEqual([202, '{"status":"accepted"}']);
      const submission = { challenge: message.message };
      expect(await host.getLeads()).toMatchObject([{ submission, page }]);
    }
    await expect.poll(() => sink.mails).toMatchObject([{ recipients: ['inbox@firm.test'] }]);
    await expect.poll(() => host.log.join('\n')).toMatch(/"lead.stored"[^]*"lead.sent"/);
    expect(host.log.join('\n')).not.toMatch(personal);
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

  test('a message from a page of another site is refused', async () => {
    expect((await postMessage(createMessage(), 'https://evil.test')).status).toBe(403);
  });

  test('the limit counts one client, seen by its address', async () => {
    const send = async (client: string) =>
      (await postMessage(createMessage(), siteUrl, client)).status;
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
