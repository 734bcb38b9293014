/** The handler of the contact form; hosts.test.ts asks both hosts for it. */
import { load } from 'cheerio';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { honeypot } from '../../src/engine/leads/fields.ts';
import { createFileStore, createOutbox, prepareOutbox } from '../../src/engine/leads/index.ts';
import { createApp } from '../../src/engine/serve/app.ts';
import { createContactHandler } from '../../src/engine/serve/contact.ts';
import { createRateLimit } from '../../src/engine/serve/rate-limit.ts';
import { anyCharacter } from '../support/any-character.ts';
import { scaled } from '../support/scale.ts';
import { contactPage, readLeads } from './support/hosts.ts';
import { createFolder } from './support/served-files.ts';

const siteUrl = 'https://www.firm.test';
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

let data: Awaited<ReturnType<typeof createFolder>>;
let app: ReturnType<typeof createApp>;
const log: string[] = [];
/** Ids of new leads. */
const stored: string[] = [];
let counter = 0;

beforeAll(async () => {
  data = await createFolder();
  await prepareOutbox(data.path);
  const write = (entry: object) => log.push(JSON.stringify(entry));
  const handle = createContactHandler({
    outbox: createOutbox({
      store: createFileStore(data.path),
      sendMail: null,
      log: write,
      now: () => Date.UTC(2026, 10, 21),
      tick: () => 0,
    }),
    rateLimit: createRateLimit(() => 0),
    getOrigins: () => [siteUrl],
    onStored: (id) => stored.push(id),
    getContactPage: () =>
      Promise.resolve({ html: contactPage, headers: { 'content-security-policy': 'page' } }),
    inbox: payload.to,
    log: write,
  });
  const endpoints = [{ method: 'POST' as const, path: '/contact', handle }];
  app = createApp({ endpoints, siteUrl, log: write });
});
afterAll(() => data.remove());
beforeEach(() => {
  log.length = 0;
  stored.length = 0;
});

/** A client without earlier requests, and a text that no earlier test sent. */
const newClient = () => `198.51.${++counter >> 8}.${counter & 255}`;
const newMessage = () => `${payload.message} ${++counter}`;

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  client = newClient(),
) {
  const request = new Request(`${siteUrl}/contact`, { method: 'POST', headers, body });
  const answer = await app(request, client);
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}
type Answer = Awaited<ReturnType<typeof post>>;
const postJson = (changes: object = {}, headers: Record<string, string> = {}, client?: string) =>
  post(
    JSON.stringify({ ...payload, message: newMessage(), ...changes }),
    { ...json, ...headers },
    client,
  );
const postForm = (changes: Record<string, string> = {}, headers = form, client?: string) => {
  const { name, email, company } = payload;
  const values = { name, email, company, phone: '', challenge: newMessage(), ...changes };
  return post(new URLSearchParams(values).toString(), headers, client);
};
const getLeads = () => readLeads(createFileStore(data.path));
const parseError = ({ body }: Answer) => JSON.parse(body) as { error: string; fields?: string[] };

/** Sends a request that is refused: the answer is one sentence, and nothing is stored or logged. */
async function expectRefusal(status: number, sent: Promise<Answer>): Promise<Answer> {
  const before = stored.length;
  const answer = await sent;
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
  expect(parseError(answer).error).toMatch(/^[A-Z][^\n]*\.$/);
  expect(stored).toHaveLength(before);
  expect(log.join('\n')).not.toMatch(/Ann|acme|Acme|stalled/);
  return answer;
}

test('a message of the island is stored before the answer, and only its id is logged', async () => {
  const message = newMessage();
  const answer = await postJson({ message });
  expect([answer.status, answer.body]).toEqual([202, '{"status":"accepted"}']);
  const { name, email, company } = payload;
  const submission = { name, email, company, phone: '', challenge: message };
  expect(await getLeads()).toContainEqual(expect.objectContaining({ submission }));
  expect(log.join('\n')).toMatch(/^{"event":"lead.stored","id":"[^"]+"}$/);
});

test.each([
  [`${siteUrl}/services/ai?utm_source=x`, `${siteUrl}/services/ai?utm_source=x`],
  ['https://other.test/page', null],
  ['no address', null],
  ['', null],
])('of the referer %j the lead keeps %j', async (referer, page) => {
  const message = newMessage();
  await postJson({ message }, { referer });
  const lead = (await getLeads()).find(({ submission }) => submission.challenge === message);
  expect(lead?.page).toBe(page);
});

describe('a form without JavaScript', () => {
  test('leads to the page that confirms it', async () => {
    const answer = await postForm();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
    expect(stored).toHaveLength(1);
  });

  test('comes back filled in, with the problem beside each field', async () => {
    const challenge = '\n  "Half" < of it\n</textarea><script>alert(1)</script>';
    const answer = await postForm({ challenge, email: 'no"body id="company"', company: '' });
    expect(answer.status).toBe(422);
    const page = load(answer.body);
    const get = (id: string) => page(`#${id}`);
    expect(get('name').val()).toBe(payload.name);
    expect(get('email').val()).toBe('no"body id="company"');
    expect(get('challenge').val()).toBe(challenge);
    expect(['name', 'email', 'company'].map((name) => get(`${name}-problem`).text())).toEqual([
      '',
      'Please enter one complete email address.',
      'Please fill in this field.',
    ]);
    const wrong = page('[aria-invalid=true]').map((_, field) => page(field).attr('id'));
    expect(wrong.get()).toEqual(['email', 'company']);
    expect(page('[role=alert]').text()).toContain(
      'Error 422: Please check these fields: Business Email, Company. Please try again',
    );
    expect(page('script')).toHaveLength(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toBe('page');
    expect(stored).toEqual([]);
  });

  test('is stored apart when the trap is filled, with the same answer', async () => {
    const answer = await postForm({ [honeypot]: 'x' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
    expect(log.join('\n')).toContain('lead.trapped');
    expect(stored).toEqual([]);
  });

  test.each(['%', 'name=%ff', 'name=%e2%28%a1'])('must be text, unlike %s', async (body) => {
    await expectRefusal(400, post(body, form));
  });

  test.each([
    [400, '%'],
    [413, `name=${'x'.repeat(64 * 1024)}`],
  ])('shows a browser the form again when its body is refused: %i', async (status, body) => {
    const answer = await post(body, browser);
    expect(answer.status).toBe(status);
    expect(load(answer.body)('[role=alert]').text()).toContain(`Error ${status}: `);
  });
});

describe('the fields', () => {
  test.each([
    [{ name: '' }, ['name']],
    [{ email: 'a@b.c, v@evil.test' }, ['email']],
    [{ email: 'ann@acme.test\r\nBcc: v@evil.test' }, ['email']],
    [{ phone: { path: '/etc/passwd' } }, ['phone']],
    [{ message: { href: 'http://169.254.169.254' } }, ['message']],
    [{ subject: { path: '/etc/passwd' } }, ['subject']],
    [{ name: ['Ann'], email: 7 }, ['name', 'email']],
  ])('%j are refused by name', async (changes, fields) => {
    expect(parseError(await expectRefusal(422, postJson(changes))).fields).toEqual(fields);
  });

  test('beyond those of the payload are ignored, `to` whatever it says', async () => {
    const extra = { [honeypot]: 'x', extra: { name: 'other', list: [{ name: 1 }] } };
    for (const to of ['victim@evil.test', ['victim@evil.test'], 'a@b.c\r\nBcc: victim@evil.test'])
      expect((await postJson({ to, ...extra })).status).toBe(202);
    expect(JSON.stringify(await getLeads())).not.toContain('victim');
  });
});

describe('the body', () => {
  test.each([
    ['nothing', ''],
    ['cut off', '{"name":"Ann'],
    ['null', 'null'],
    ['a list', '[]'],
    ['deeper than any reader likes', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['one with a mark before it', `\ufeff${JSON.stringify(payload)}`],
    ['not UTF-8', Uint8Array.from([0x7b, 0xff, 0x7d])],
  ])('is refused when it is %s', async (_, body) => {
    await expectRefusal(400, post(body, json));
  });

  test('cannot set fields through the prototype', async () => {
    const answer = await expectRefusal(422, post(`{"__proto__":${JSON.stringify(payload)}}`, json));
    expect(parseError(answer).fields).toEqual(['name', 'email', 'company', 'message']);
  });

  test('may have 64 KiB and not a byte more', async () => {
    const fill = (size: number) => {
      const body = JSON.stringify({ ...payload, message: newMessage() });
      return body.replace(/"}$/, `${'x'.repeat(size - body.length)}"}`);
    };
    expect((await post(fill(64 * 1024), json)).status).toBe(202);
    const { error } = parseError(await expectRefusal(413, post(fill(64 * 1024 + 1), json)));
    expect(error).toContain('Your message is longer than 64 KiB');
  });

  test.each<[number, Record<string, string>]>([
    [415, { 'content-type': 'text/plain;application/json' }],
    [415, { 'content-type': 'multipart/form-data; boundary=x' }],
    [415, { 'content-type': 'application/json; charset=utf-16' }],
    [415, { 'content-encoding': 'gzip' }],
    [202, { 'content-type': 'Application/JSON; charset="UTF-8"' }],
    [403, { origin: 'https://evil.test' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://www.firm.test' }],
    [403, { origin: 'https://www.firm.test.evil.test' }],
    [403, { origin: 'https://www.firm.test:8443' }],
    [403, { ...browser, origin: 'https://evil.test' }],
    [403, { origin: siteUrl, 'sec-fetch-site': 'cross-site' }],
    [202, { origin: siteUrl, 'sec-fetch-site': 'same-origin' }],
    [202, { origin: 'https://firm.test' }],
  ])('gets %i with the headers %j', async (status, headers) => {
    const sent = postJson({}, headers);
    if (status === 202) expect((await sent).status).toBe(202);
    else await expectRefusal(status, sent);
  });
});

test('the limit allows 30 messages in ten minutes, then answers 429 with the time to wait', async () => {
  const client = newClient();
  for (let index = 0; index < 30; index += 1)
    expect((await postJson({}, {}, client)).status).toBe(202);
  const answer = await expectRefusal(429, postJson({}, {}, client));
  expect(answer.headers.get('retry-after')).toBe('600');
  const asForm = await postForm({}, browser, client);
  expect([asForm.status, load(asForm.body)('#name').val()]).toEqual([429, payload.name]);
});

test('no body, however malformed, is accepted or breaks the handler', async () => {
  const anything = fc.oneof(
    { weight: 3, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
  const isText = (value: unknown) => typeof value === 'string';
  const wrongTypes = fc
    .record({ name: anything, email: anything, company: anything, message: anything })
    .filter((body) => !Object.values(body).every(isText));
  const broken = fc.oneof(
    fc.json(),
    fc.string({ unit: anyCharacter }),
    wrongTypes.map((body) => JSON.stringify({ ...payload, ...body })),
  );
  await fc.assert(
    fc.asyncProperty(broken, async (body) => {
      expect([400, 422]).toContain((await post(body, json)).status);
    }),
    { seed: 7, numRuns: scaled(1000, 100_000) },
  );
  expect(stored).toEqual([]);
});
