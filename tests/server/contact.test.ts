/** The handler of the contact form; hosts.test.ts asks both hosts for it. */
import { load } from 'cheerio';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { honeypot } from '#engine/leads/fields.ts';
import { site } from '#site';
import { createApp, createContactHandler, createRateLimit } from '#engine/endpoints/index.ts';
import type { Message } from '#engine/leads/outbox.ts';
import { anyCharacter } from '../support/any-character.ts';
import { scaled } from '../support/scale.ts';

const payload = {
  to: 'inbox@firm.test',
  subject: 'Anything',
  name: 'Ann Lee',
  email: 'ann@acme.test',
  company: 'Acme, Inc.',
  phone: 'Not provided',
  message: 'Growth has stalled.',
};
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const browser = { ...form, accept: 'text/html,*/*;q=0.8' };

const siteUrl = 'https://www.firm.test';
/** Their hashes are in the policy of the page. */
const inlineParts = `<style>a > b::before { content: '<p id="name">' }</style>
<script>if (1 < 2 && '<input id="email">') document.title = "&lt;";</script>`;
/** What a refusal fills on the contact page; tests/browser/contact-form.test.ts has the fields. */
const html = `${inlineParts}<p id="contact-refused" role="alert"></p>`;

const stored: Message[] = [];
const log: object[] = [];
const write = (line: object) => log.push(line);
const handle = createContactHandler({
  leads: site.leads,
  outbox: { accept: (message) => Promise.resolve(stored.push(message) > 0) },
  rateLimit: createRateLimit(() => 0),
  siteUrl,
  onStored: () => undefined,
  getContactPage: () => Promise.resolve({ html, headers: {} }),
  inbox: payload.to,
  log: write,
});
const app = createApp({ endpoints: { 'POST /contact': handle }, siteUrl, log: write });
beforeEach(() => {
  stored.length = 0;
});

let clients = 0;
/** Sends a message from a client without earlier ones. */
async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const request = new Request(`${siteUrl}/contact`, { method: 'POST', headers, body });
  clients += 1;
  const answer = await app(request, `client-${clients}`);
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}
const postJson = (changes: object, headers: Record<string, string> = {}) =>
  post(JSON.stringify({ ...payload, ...changes }), { ...json, ...headers });
const postForm = (changes: Record<string, string>) => {
  const { name, email, company, message } = payload;
  const values = { name, email, company, phone: '', challenge: message, ...changes };
  return post(new URLSearchParams(values).toString(), form);
};

/** Sends a request that is refused: the answer is one sentence, and nothing is stored or logged as a failure. */
async function expectRefusal(status: number, sent: ReturnType<typeof post>) {
  const { headers, ...answer } = await sent;
  expect([answer.status, headers.get('content-type')]).toEqual([status, 'application/json']);
  const refusal = JSON.parse(answer.body) as { error: string; fields?: string[] };
  expect(refusal.error).toMatch(/^[A-Z][^\n]*\.$/);
  expect([stored, log]).toEqual([[], []]);
  return refusal;
}

test.each([
  [`${siteUrl}/services/ai?utm_source=x`, `${siteUrl}/services/ai?utm_source=x`],
  ['https://other.test/page', null],
  ['no address', null],
])('of the referer %j the lead keeps %j', async (referer, page) => {
  expect((await postJson({}, { referer })).status).toBe(202);
  expect(stored).toMatchObject([{ page, state: 'waiting' }]);
});

describe('a form without JavaScript', () => {
  test('comes back with the bytes of scripts and styles, when it is refused', async () => {
    const answer = await postForm({ email: 'no "address"' });
    expect([answer.status, answer.body.includes(inlineParts), stored]).toEqual([422, true, []]);
  });

  test('is stored apart when the trap is filled, with the answer of any other form', async () => {
    for (const trap of ['', 'x']) {
      const answer = await postForm({ [honeypot]: trap });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
    }
    expect(stored.map(({ state }) => state)).toEqual(['waiting', 'trapped']);
  });

  test('from a page of another origin is shown again, to be sent from our own', async () => {
    const { status, body } = await post('name=Ann', { ...browser, origin: 'null' });
    expect([status, stored]).toEqual([403, []]);
    expect(load(body)('[role=alert]').text()).toContain('only be sent from our own pages');
  });

  test.each([[413, `name=${'x'.repeat(64 * 1024)}`]])(
    'is refused with %i, and shown again to a browser',
    async (status, body) => {
      await expectRefusal(status, post(body, form));
      const shown = await post(body, browser);
      expect(shown.status).toBe(status);
      expect(load(shown.body)('[role=alert]').text()).toContain(`Error ${status}: `);
    },
  );
});

test.each([
  [{ message: { href: 'http://169.254.169.254' } }, ['message']],
  [{ subject: { path: '/etc/passwd' } }, ['subject']],
  [{ name: ['Ann'], email: 7 }, ['name', 'email']],
])('the fields %j are refused by name', async (changes, fields) => {
  expect(await expectRefusal(422, postJson(changes))).toMatchObject({ fields });
});

test('fields beyond those of the payload are ignored, `to` whatever it says', async () => {
  const extra = { [honeypot]: 'x', extra: { name: 'other', list: [{ name: 1 }] } };
  for (const to of ['victim@evil.test', ['victim@evil.test'], 'a@b.c\r\nBcc: victim@evil.test'])
    expect((await postJson({ to, ...extra })).status).toBe(202);
  expect(JSON.stringify(stored)).not.toContain('victim');
});

test('a body that is no object in UTF-8 is refused, also one with a mark before it, or of great depth', async () => {
  const notText = Uint8Array.from([0x7b, 0xff, 0x7d]);
  const marked = `\ufeff${JSON.stringify(payload)}`;
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  for (const body of ['', '{"name":"Ann', 'null', '[]', notText, marked, deep])
    await expectRefusal(400, post(body, json));
});

test('a body may have 64 KiB and not a byte more', async () => {
  const body = JSON.stringify(payload);
  const fill = (size: number) => body.replace(/"}$/, `${'x'.repeat(size - body.length)}"}`);
  const { error } = await expectRefusal(413, post(fill(64 * 1024 + 1), json));
  expect(error).toContain('Your message is longer than 64 KB');
  expect((await post(fill(64 * 1024), json)).status).toBe(202);
});

test.each<[number, Record<string, string>]>([
  [415, { 'content-type': 'text/plain;application/json' }],
  [415, { 'content-encoding': 'gzip' }],
  [202, { 'content-type': 'Application/JSON; charset="UTF-8"' }],
  [403, { origin: 'null' }],
  [403, { origin: 'http://firm.test' }],
  [403, { origin: 'https://www.firm.test.evil.test' }],
  [403, { origin: 'https://www.firm.test:8443' }],
  [403, { origin: siteUrl, 'sec-fetch-site': 'cross-site' }],
  [202, { origin: siteUrl, 'sec-fetch-site': 'same-origin' }],
  [403, { origin: 'https://firm.test' }],
  [202, { origin: 'http://www.firm.test' }], // the host that was asked
])('%i is the answer to the headers %j', async (status, headers) => {
  const sent = postJson({}, headers);
  if (status === 202) expect((await sent).status).toBe(202);
  else await expectRefusal(status, sent);
});

test('no body, however malformed, is accepted or breaks the server', async () => {
  const notText = fc.oneof(fc.integer(), fc.boolean(), fc.array(fc.string()), fc.object());
  const anything = fc.oneof(fc.string(), notText);
  const wrongTypes = fc.record({ name: notText, email: anything, company: anything });
  const broken = fc.oneof(
    fc.json(),
    fc.string({ unit: anyCharacter }),
    wrongTypes.map((body) => JSON.stringify({ ...payload, ...body })),
  );
  await fc.assert(
    fc.asyncProperty(broken, async (body) => {
      expect([400, 422]).toContain((await post(body, json)).status);
    }),
    { seed: 7, numRuns: scaled(150, 100_000) },
  );
  expect([stored, log]).toEqual([[], []]);
});
