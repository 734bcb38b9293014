import { load } from 'cheerio';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { honeypot } from '../../src/engine/leads/fields.ts';
import type { Answer } from './support/exchange.ts';
import { hosts, type Host } from './support/hosts.ts';
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

/** Words of a visitor, which only the outbox may contain. */
const personal = /Ann|acme|Acme|stalled/;

const parseError = ({ body }: Answer) => JSON.parse(body) as { error: string; fields?: string[] };

describe.each(hosts)('POST /contact on $name', ({ start }) => {
  let host: Host;
  let counter = 0;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());
  beforeEach(() => {
    host.log.length = 0;
  });

  /** Creates a client address without earlier requests, because the rate limit counts across tests. */
  const newClient = () => {
    counter += 1;
    return `198.51.${counter >> 8}.${counter & 255}`;
  };
  /** Creates a message that no earlier test sent. */
  const newMessage = () => `${payload.message} ${++counter}`;
  const post = (body: string | Uint8Array, headers: Record<string, string>, client = newClient()) =>
    host.post({ body, headers }, client);
  const postJson = (
    changes: Record<string, unknown>,
    headers: Record<string, string> = {},
    client?: string,
  ) => post(JSON.stringify({ ...payload, ...changes }), { ...json, ...headers }, client);
  const postForm = (changes: Record<string, string>, client?: string) => {
    const { name, email, company } = payload;
    const values = { name, email, company, phone: '', challenge: payload.message, ...changes };
    return post(new URLSearchParams(values).toString(), form, client);
  };
  const countLeads = () => host.countLeads();

  /** Sends a request that is refused: the answer is one sentence, and nothing is stored or logged. */
  async function expectRefusal(status: number, send: () => Promise<Answer>): Promise<Answer> {
    const before = await countLeads();
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(parseError(answer).error).toMatch(/^[A-Z][^\n]*\.$/);
    expect(answer.body).not.toMatch(/\bat .*:\d+|node_modules|\/src\/|"stack"/);
    expect(await countLeads()).toBe(before);
    expect(host.log.join('\n')).not.toMatch(personal);
    return answer;
  }

  test('a message of the island is stored before the answer', async () => {
    const message = newMessage();
    const answer = await postJson({ message });
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.body)).toEqual({ status: 'accepted' });
    const { name, email, company } = payload;
    expect(await host.getLeads()).toContainEqual(
      expect.objectContaining({
        submission: { name, email, company, phone: '', challenge: message },
      }),
    );
    expect(host.log).toHaveLength(1);
    expect(host.log.join('\n')).not.toMatch(personal);
  });

  test('no answer may be cached, framed or sniffed', async () => {
    for (const answer of [await postJson({}), await post('', {}), await postForm({})]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  describe('as a form without JavaScript', () => {
    test('leads to the page that confirms it', async () => {
      const challenge = newMessage();
      const answer = await postForm({ challenge });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/contact/sent');
      expect((await host.getLeads()).map(({ submission }) => submission.challenge)).toContain(
        challenge,
      );
    });

    test('comes back filled in, with the problem beside each field', async () => {
      const before = await countLeads();
      const challenge = '\n  "Half" < of it\n</textarea><script>alert(1)</script>';
      const answer = await postForm({ challenge, email: 'no"body', company: '' });
      expect(answer.status).toBe(422);
      const page = load(answer.body);
      const get = (selector: string) => page(selector);
      expect(get('#name').val()).toBe(payload.name);
      expect(get('#email').val()).toBe('no"body');
      expect(get('#challenge').val()).toBe(challenge);
      expect(get('#name-problem').text()).toBe('');
      expect(get('#email-problem').text()).toBe('Please enter one complete email address.');
      expect(get('#company-problem').text()).toBe('Please fill in this field.');
      expect(
        get('[aria-invalid=true]')
          .map((_, field) => page(field).attr('id'))
          .get(),
      ).toEqual(['email', 'company']);
      expect(get('[role=alert]').text()).toContain(
        'Error 422: Please check these fields: Business Email, Company. Please try again',
      );
      expect(get('script')).toHaveLength(0);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(await countLeads()).toBe(before);
    });

    test('is stored apart when the trap is filled, with the same answer', async () => {
      const before = await countLeads();
      const answer = await postForm({ challenge: newMessage(), [honeypot]: 'x' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
      expect(await countLeads()).toBe(before + 1);
    });

    test('may not have a field twice', async () => {
      const fields = new URLSearchParams({ ...payload, challenge: newMessage() });
      fields.append('email', 'v@evil.test');
      const answer = await post(fields.toString(), form);
      expect(answer.status).toBe(422);
      expect(load(answer.body)('#email-problem').text()).not.toBe('');
    });

    test.each(['%', 'name=%ff', 'name=%e2%28%a1'])('must be text, unlike %s', async (body) => {
      await expectRefusal(400, () => post(body, form));
    });

    test.each([
      [400, '%'],
      [413, `name=${'x'.repeat(64 * 1024)}`],
    ])(
      'shows a browser the form again when the message cannot be read: %i',
      async (status, body) => {
        const before = await countLeads();
        const answer = await post(body, { ...form, accept: 'text/html,*/*;q=0.8' });
        expect(answer.status).toBe(status);
        expect(load(answer.body)('[role=alert]').text()).toContain(`Error ${status}: `);
        expect(await countLeads()).toBe(before);
      },
    );

    test('is refused from a page of another site', async () => {
      const headers = { ...form, accept: 'text/html', origin: 'https://evil.test' };
      await expectRefusal(403, () => post('name=Ann', headers));
    });
  });

  describe('the fields', () => {
    test.each([
      [{ name: '' }, ['name']],
      [{ name: 'Ann\r\nBcc: v@evil.test' }, ['name']],
      [{ company: 'Acme\u0085' }, ['company']],
      [{ email: 'a@b.c, v@evil.test' }, ['email']],
      [{ email: 'ann@acme.test\r\nBcc: v@evil.test' }, ['email']],
      [{ phone: { path: '/etc/passwd' } }, ['phone']],
      [{ message: { href: 'http://169.254.169.254' } }, ['message']],
      [{ message: '' }, ['message']],
      [{ subject: { path: '/etc/passwd' } }, ['subject']],
      [{ name: ['Ann'], email: 7 }, ['name', 'email']],
      [{ name: '\ud800' }, ['name']],
    ])('%j are refused by name', async (changes, fields) => {
      const answer = await expectRefusal(422, () => postJson(changes));
      expect(parseError(answer).fields).toEqual(fields);
    });

    test('are stored whole, up to the length of the body', async () => {
      const message = `${newMessage()} ${'x'.repeat(60_000)}`;
      expect((await postJson({ message })).status).toBe(202);
      const kept = (await host.getLeads()).map(({ submission }) => submission.challenge);
      expect(kept).toContain(message);
    });

    test('appear in the error by their labels on the form', async () => {
      const answer = await postJson({ email: '', message: '' });
      expect(parseError(answer).error).toBe(
        "Please check these fields: Business Email, Main challenge you're trying to solve.",
      );
    });

    test('beyond those of the payload are ignored', async () => {
      const extra = { [honeypot]: 'x', extra: { name: 'other', list: [{ name: 1 }] } };
      expect((await postJson({ message: newMessage(), ...extra })).status).toBe(202);
    });

    test.each([
      'victim@evil.test',
      ['victim@evil.test'],
      { address: 'victim@evil.test' },
      'inbox@firm.test, victim@evil.test',
      'inbox@firm.test\r\nBcc: victim@evil.test',
    ])('`to` is not kept, whatever it says: %j', async (to) => {
      expect((await postJson({ message: newMessage(), to })).status).toBe(202);
      expect(JSON.stringify(await host.getLeads())).not.toContain('victim');
    });
  });

  describe('the body', () => {
    test.each([
      ['nothing', ''],
      ['cut off', '{"name":"Ann'],
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"Ann"'],
      ['deeper than any reader likes', '['.repeat(30_000) + ']'.repeat(30_000)],
      ['a deep object', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
      ['one with a name twice', JSON.stringify(payload).replace('{', '{"name":"Eve",')],
      ['one with a mark before it', `\ufeff${JSON.stringify(payload)}`],
      ['no JSON', 'name=Ann'],
    ])('is refused when it is %s', async (_, body) => {
      await expectRefusal(400, () => post(body, json));
    });

    test('is refused when it is not UTF-8', async () => {
      const bytes = Buffer.from(JSON.stringify(payload), 'latin1');
      bytes[10] = 0xff;
      await expectRefusal(400, () => post(bytes, json));
    });

    test('may contain text that looks like a field name', async () => {
      const message = `"name": "x", {"name":"y"} \\ ":" ${newMessage()}`;
      expect((await postJson({ message, extra: ['x', ':'] })).status).toBe(202);
    });

    test('cannot set fields through the prototype', async () => {
      const body = `{"__proto__":${JSON.stringify(payload)}}`;
      const answer = await expectRefusal(422, () => post(body, json));
      expect(parseError(answer).fields).toEqual(['name', 'email', 'company', 'message']);
    });

    test('may have 64 KiB and not a byte more', async () => {
      const fill = (size: number) => {
        const body = JSON.stringify({ ...payload, message: newMessage(), extra: '' });
        return body.replace(/"}$/, `${'x'.repeat(size - body.length)}"}`);
      };
      expect((await post(fill(64 * 1024), json)).status).toBe(202);
      await expectRefusal(413, () => post(fill(64 * 1024 + 1), json));
      await expectRefusal(413, () => post('x'.repeat(10_000_000), json));
    });

    test.each([
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'text/plain;application/json' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/jsonp' },
    ])('is not taken as %j', async (headers) => {
      await expectRefusal(415, () => post(Buffer.from(JSON.stringify(payload)), headers));
    });

    test('may declare that it is UTF-8', async () => {
      const type = { 'content-type': 'Application/JSON; charset="UTF-8"' };
      expect((await postJson({ message: newMessage() }, type)).status).toBe(202);
    });
  });

  describe('the page that sends it', () => {
    test.each([
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'http://www.firm.test' },
      { origin: 'https://www.firm.test.evil.test' },
      { origin: 'https://www.firm.test:8443' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://www.firm.test', 'sec-fetch-site': 'cross-site' },
    ])('must be ours, unlike that of %j', async (headers) => {
      await expectRefusal(403, () => postJson({ message: newMessage() }, headers));
    });

    test.each([
      {},
      { origin: 'https://www.firm.test', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://firm.test' },
    ])('may be that of %j', async (headers) => {
      expect((await postJson({ message: newMessage() }, headers)).status).toBe(202);
    });
  });

  describe('the limits', () => {
    test('allow 30 messages in ten minutes, then answer 429 with the time to wait', async () => {
      const client = newClient();
      for (let index = 0; index < 30; index += 1) {
        expect((await postJson({ message: newMessage() }, {}, client)).status).toBe(202);
      }
      const answer = await expectRefusal(429, () =>
        postJson({ message: newMessage() }, {}, client),
      );
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600);

      const asForm = await postForm({ challenge: newMessage() }, client);
      expect(asForm.status).toBe(429);
      expect(load(asForm.body)('#name').val()).toBe(payload.name);
      expect((await postJson({ message: newMessage() })).status).toBe(202);
    });

    test('count a /64 of IPv6 as one client', async () => {
      const before = await countLeads();
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const client = `2001:db8:0:1:${index}::1`;
          return (await postJson({ message: newMessage() }, {}, client)).status;
        }),
      );
      expect(statuses.filter((status) => status === 202)).toHaveLength(30);
      expect(await countLeads()).toBe(before + 30);
    });

    test('do not count messages that were refused or sent before', async () => {
      const client = newClient();
      const message = newMessage();
      for (let index = 0; index < 40; index += 1) {
        expect((await postJson({ message }, {}, client)).status).toBe(202);
        expect((await postJson({ name: '' }, {}, client)).status).toBe(422);
      }
      expect((await postJson({ message: newMessage() }, {}, client)).status).toBe(202);
    });
  });

  test('a lead sent twice, or twenty times at once, is one lead with one answer', async () => {
    const message = newMessage();
    const before = await countLeads();
    const client = newClient();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postJson({ message }, {}, client)),
    );
    answers.push(await postJson({ message }), await postForm({ challenge: message }));
    expect(new Set(answers.slice(0, -1).map(({ status, body }) => `${status} ${body}`)).size).toBe(
      1,
    );
    expect(await countLeads()).toBe(before + 1);
  });

  test('no body, however malformed, is accepted or breaks the server', async () => {
    const before = await countLeads();
    const broken = fc.oneof(
      fc.json(),
      fc.string({ unit: anyCharacter }),
      fc
        .record(
          Object.fromEntries(
            Object.entries(payload).map(([name, value]) => [
              name,
              fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, fc.jsonValue({ maxDepth: 2 })),
            ]),
          ),
        )
        .filter(
          ({ name, email, company, phone, message, subject }) =>
            [name, email, company, message].some((value) => typeof value !== 'string') ||
            ![phone, subject].every((value) => value === null || typeof value === 'string'),
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (body) => {
        const { status } = await post(body, json);
        expect([400, 422]).toContain(status);
      }),
      { numRuns: scaled(100, 50_000) },
    );
    expect(await countLeads()).toBe(before);
  });
});

describe.each(hosts)('POST /contact on $name with a store that fails', ({ start }) => {
  test('answers 503 with one sentence', async () => {
    const host = await start();
    await host.breakStore();
    const answer = await host.post({ body: JSON.stringify(payload), headers: json });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(parseError(answer)).toEqual({
      error: 'Your message could not be stored. Please try again in a minute.',
    });
    expect(host.log.join('\n')).toMatch(/"event":"lead.unstored"/);
    expect(host.log.join('\n')).not.toMatch(personal);
    await host.close();
  });
});
