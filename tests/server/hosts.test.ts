/** Both hosts mount the same handler of leads, and Node that of events: contact.test.ts and webhook.test.ts have what they do. */
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signEvent, webhookPath, webhookSecret } from '#scripts/bench/support/signed-requests.ts';
import { honeypot } from '#engine/leads/fields.ts';
import { createFileStore, leadStates } from '#engine/leads/index.ts';
import { createContact } from '#engine/netlify/contact.ts';
import { createBlobStore } from '#engine/netlify/leads.ts';
import { createAnswerHeaders } from '#engine/headers/index.ts';
import { createMessage } from '../fixtures/leads.ts';
import { exchange, type Question } from './support/exchange.ts';
import { startBlobs } from './support/netlify.ts';
import { createServedFiles } from './support/served-files.ts';
import { startSmtpSink, type SmtpSink } from './support/smtp-sink.ts';

const siteUrl = 'https://www.firm.test';
/** Address of a deploy preview on Netlify, whose functions know the site's address too. */
const previewUrl = 'https://deploy-preview-7--firm.netlify.app';
const contactPage = '<!doctype html><input id="name"><input id="email">';

/** The content service does not answer here, but the webhook accepts events all the same. */
const environment = {
  SITE_URL: siteUrl,
  CONTENTFUL_SPACE_ID: 'space-1',
  CONTENTFUL_DELIVERY_TOKEN: 'delivery-token',
  CONTENTFUL_HOST: '127.0.0.1:1',
  CONTENTFUL_INSECURE: 'true',
  CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
  CONTACT_INBOX: 'inbox@firm.test',
};

async function startNode(smtpUrl: string) {
  const site = await createServedFiles(
    { 'contact.html': contactPage },
    {
      // Without a bundle no pull starts: the webhook only stores events.
      prepareBundle: async (signal) => {
        await once(signal, 'abort');
        return { directory: '', code: 'none' };
      },
    },
  );
  const own = { RECONCILE_MINUTES: '0', TRUST_PROXY: 'true', SMTP_URL: smtpUrl };
  const start = () => site.start({ ...environment, ...own });
  let server = await start();
  return {
    /** Sends a request to a path of the site from a client address. */
    ask: (path: string, { headers, ...question }: Question, clientAddress: string) =>
      exchange(`${server.url}${path}`, {
        ...question,
        headers: { ...headers, 'x-forwarded-for': clientAddress },
      }),
    /** The origin that requests ask for. */
    url: server.url,
    leads: createFileStore(join(site.dataPath, 'outbox')),
    log: site.log,
    /** Replaces the process by a new one. */
    async restart() {
      await server.close();
      server = await start();
    },
    /** Makes the storage of leads and events unusable. */
    async breakStore() {
      for (const folder of [join('outbox', 'waiting'), 'events']) {
        await rm(join(site.dataPath, folder), { recursive: true });
        await writeFile(join(site.dataPath, folder), '');
      }
    },
    close: () => server.close(),
  };
}

async function startNetlify(smtpUrl: string) {
  const blobs = await startBlobs();
  const settings = { ...environment, SMTP_URL: smtpUrl };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const log: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => log.push(line));
  const contact = createContact();
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isPage = input instanceof URL && input.pathname === '/contact';
    const headers = { 'content-security-policy': "form-action 'self'" };
    return isPage ? Promise.resolve(new Response(contactPage, { headers })) : fetch(input, init);
  });
  return {
    async ask(path: string, { body, ...question }: Question, ip: string) {
      const init = { ...question, ...(body !== undefined && { body: Buffer.from(body) }) };
      const mails: Promise<unknown>[] = [];
      const response = await contact(new Request(`${previewUrl}${path}`, init), {
        ip,
        site: { id: 'site', name: 'firm', url: siteUrl },
        waitUntil: (promise) => mails.push(promise),
      });
      await Promise.all(mails);
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    url: previewUrl,
    leads: createBlobStore(getStore({ name: 'leads', consistency: 'strong' })),
    log,
    // Each call already runs in a new instance, which remembers nothing.
    restart: () => undefined,
    breakStore: blobs.close,
    close() {
      blobs.close();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    },
  };
}

let counter = 0;
const count = () => {
  counter += 1;
  return counter;
};
const createNew = () => createMessage(`Growth has stalled ${count()}.`);
const page = `${siteUrl}/contact?utm_source=x`;
const personal = /Ann|acme|Acme|stalled/;

/** An event that is valid for more than a minute, for a busy machine, and has its own body: a signature counts once. */
const createEvent = () =>
  signEvent({ sys: { type: 'Entry', id: 'post-1', revision: count() } }, Date.now() + 50_000);

describe.each([
  ['Node', startNode],
  ['Netlify', startNetlify],
])('on %s', (name, start) => {
  const takesEvents = name === 'Node';
  let host: Awaited<ReturnType<typeof start>>;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    host = await start(sink.url);
  });
  afterAll(async () => {
    await host.close();
    await sink.close();
  });

  const visitor = '203.0.113.1';
  const postMessage = (message = createNew(), origin = siteUrl) => {
    const headers = { 'content-type': 'application/json', origin, referer: page };
    const question = { method: 'POST', headers, body: JSON.stringify(message) };
    return host.ask('/contact', question, visitor);
  };
  const sendEvent = (event = createEvent()) => host.ask(webhookPath, event, visitor);

  test('a message sent twice is stored once and mailed once to the inbox, and not logged', async () => {
    const message = createNew();
    for (let time = 0; time < 2; time += 1) {
      const answer = await postMessage(message);
      expect([answer.status, answer.body]).toEqual([202, '{"status":"accepted"}']);
    }
    await expect.poll(() => host.log.join('\n')).toMatch(/"lead.stored"[^]*"lead.sent"/);
    expect(sink.mails).toMatchObject([{ recipients: ['inbox@firm.test'] }]);
    const ids = await Promise.all(leadStates.map((state) => host.leads.list(state)));
    expect(ids.flat()).toHaveLength(1);
    const lead = await host.leads.read(ids.flat()[0] ?? '', 'sent');
    expect(lead).toMatchObject({ submission: { challenge: message.message }, page });
    expect(host.log.join('\n')).not.toMatch(personal);
  });

  test('a message from the address that was asked is taken, from another site refused, and no answer cached or framed', async () => {
    for (const [origin, status] of [
      [host.url, 202],
      ['https://evil.test', 403],
    ] as const) {
      const answer = await postMessage(createNew(), origin);
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...createAnswerHeaders(siteUrl),
        'cache-control': 'no-store',
      });
    }
  });

  test('the limit counts one client, seen by its address, which may send 30 messages and gets the next one back in the contact page', async () => {
    // A lead caught by the trap counts, and is not mailed.
    const send = (client: string, message = createNew()) => {
      const { message: challenge, ...values } = message;
      const body = new URLSearchParams({ ...values, challenge, [honeypot]: 'x' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return host.ask('/contact', { method: 'POST', headers, body }, client);
    };
    // The same message again does not count.
    const repeated = createNew();
    for (const message of [repeated, repeated]) await send('198.51.100.7', message);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('198.51.100.7')));
    const [refused, ...others] = answers.filter(({ status }) => status === 429);
    expect(others).toEqual([]);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d{3}$/);
    expect(refused?.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(load(refused?.body ?? '')('#name').val()).toBe('Ann Lee');
    expect((await send('198.51.100.8')).status).toBe(303);
  });

  test.runIf(takesEvents)(
    'an event is accepted once, also across processes, and never when it was changed',
    async () => {
      const event = createEvent();
      expect((await sendEvent({ ...event, body: `${event.body} ` })).status).toBe(401);
      const answer = await sendEvent(event);
      expect([answer.status, answer.body]).toEqual([202, '{"queued":true}']);
      expect((await sendEvent(event)).status).toBe(401);
      await host.restart();
      expect((await sendEvent(event)).status).toBe(401);
    },
  );

  test('what cannot be stored is refused, and comes again', async () => {
    await host.breakStore();
    const lead = await postMessage();
    expect([lead.status, lead.headers.get('retry-after')]).toEqual([503, '60']);
    expect(JSON.parse(lead.body)).toEqual({
      error: 'Your message could not be stored. Please try again in a minute.',
    });
    if (takesEvents) {
      const event = await sendEvent();
      expect([event.status, event.headers.get('retry-after')]).toEqual([503, '30']);
      expect(JSON.parse(event.body)).toEqual({ error: 'The event could not be stored.' });
    }
    expect(host.log.join('\n')).toContain('"event":"lead.unstored"');
    expect(host.log.join('\n')).not.toMatch(personal);
  });
});
