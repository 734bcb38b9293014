import { expect, test } from 'vitest';
import {
  addressQuestion,
  createPayload,
  createSubject,
  fields,
  honeypot,
  parseSubmission,
} from '#engine/leads/fields.ts';

const valid = {
  name: 'Ann Lee',
  email: 'ann@acme.test',
  company: 'Acme, Inc.',
  phone: '+1 212 555 0100',
  challenge: 'Growth has stalled.',
};

const parse = (changes: Record<string, unknown>) => parseSubmission({ ...valid, ...changes });
const refusedFields = (changes: Record<string, unknown>) => {
  const parsed = parse(changes);
  return parsed.ok ? [] : [...parsed.problems.keys()];
};

test('the form has five fields, tells browsers what fills them, and requires all but the phone number', () => {
  const read = (field: (typeof fields)[number]) => 'autocomplete' in field && field.autocomplete;
  expect(fields.map((field) => [field.name, read(field)])).toEqual([
    ['name', 'name'],
    ['email', 'email'],
    ['company', 'organization'],
    ['phone', 'tel'],
    ['challenge', false],
  ]);
  for (const { name, required } of fields) {
    expect(required).toBe(name !== 'phone');
    // Two of them are no white space: a filler of Hangul, and a blank of Braille.
    for (const empty of ['', '  ', '\u3164', '\u2800 \u2800', undefined])
      expect(refusedFields({ [name]: empty })).toEqual(required ? [name] : []);
  }
});

test('the payload has exactly seven fields, and the server accepts them field for field', () => {
  const values = new FormData();
  for (const [name, value] of Object.entries({ ...valid, [honeypot]: 'x' }))
    values.set(name, ` ${value}\n`);
  const { message, ...rest } = createPayload(values, 'inbox@firm.test');
  expect({ message, ...rest }).toEqual({
    to: 'inbox@firm.test',
    subject: 'New contact request from Ann Lee (Acme, Inc.)',
    name: 'Ann Lee',
    email: 'ann@acme.test',
    company: 'Acme, Inc.',
    phone: '+1 212 555 0100',
    message: 'Growth has stalled.',
  });
  expect(parseSubmission({ ...rest, challenge: message })).toEqual({ ok: true, submission: valid });
  values.delete('phone');
  expect(createPayload(values, 'inbox@firm.test').phone).toBe('Not provided');
});

test('the form asks about an address without an ending, until the visitor has answered', () => {
  const { name, open, answered } = addressQuestion;
  const ask = (email: string, answer?: string) =>
    refusedFields({ email, ...(answer && { [name]: answer }) });
  expect(ask('ana@acme', open)).toEqual(['email']);
  expect(ask('a.n@acme', open)).toEqual(['email']);
  expect(ask('ana@acme.test', open)).toEqual([]);
  expect(ask('ana@acme', answered)).toEqual([]);
  expect(ask('ana@acme')).toEqual([]); // JSON, which nobody can ask
});

test("'Not provided' is no phone number, but may be a name", () => {
  const submission = { name: 'Not provided', phone: '' };
  expect(parse({ name: 'Not provided', phone: 'Not provided' })).toMatchObject({ submission });
});

test.each([
  ['Ann\u202egnp', '\u2066Acme\u2069', 'Anngnp (Acme)'],
  ['x'.repeat(100), 'Acme', `${'x'.repeat(100)} (Acme)`],
  ['x'.repeat(60_000), 'Acme', `${'x'.repeat(100)}… (Acme)`],
  [`${'x'.repeat(99)} y`, 'Acme', `${'x'.repeat(99)}… (Acme)`],
])(
  'a subject is short, and has no marks that change the direction of text',
  (name, company, expected) => {
    expect(createSubject({ name, company })).toBe(`New contact request from ${expected}`);
  },
);

const fromOldWindows = '“it’s” – €5…';
test.each([
  ['  Ann  Lee ', 'Ann  Lee', 'Ann  Lee'],
  ['a\tb\u00a0', 'a b', 'a\tb'],
  ['a\r\nb\rc\n\v\fd\ne\u2028f\u2029', 'a b c d e f', 'a\nb\nc\n\n\nd\ne\nf'],
  ['\u0000a\u0002\u001b\u001e\u007fb\u0081\u009d\ufffe', 'ab', 'ab'],
  ['\u0093it\u0092s\u0094 \u0096 \u00805\u0085', fromOldWindows, fromOldWindows],
  ['a\ud800b', 'a\ufffdb', 'a\ufffdb'],
])('pasted text is never refused for what nobody sees: %j', (pasted, line, lines) => {
  const inAll = { name: pasted, company: pasted, phone: pasted, challenge: pasted };
  const submission = { name: line, company: line, phone: line, challenge: lines };
  expect(parse(inAll)).toMatchObject({ ok: true, submission });
  const values = new FormData();
  for (const [name, value] of Object.entries(inAll)) values.set(name, value);
  const { challenge: message, ...rest } = submission;
  expect(createPayload(values, '')).toMatchObject({ ...rest, message });
});

test('an address is read without the marks around it that nobody sees', () => {
  for (const email of [
    '\u202aann@acme.test\u202c',
    '\ufeffann@ac\u00adme.test\u200b\u00a0',
    '\tann@acme.test\u0003\r\n',
  ])
    expect(parse({ email })).toMatchObject({ submission: { email: 'ann@acme.test' } });
});

test('an address at a name with umlauts, as Firefox and Safari send it, is kept as the mail needs it', () => {
  for (const email of ['info@müller.de', 'info@mu\u0308ller.de', 'info@xn--mller-kva.de'])
    expect(parse({ email })).toMatchObject({ submission: { email: 'info@xn--mller-kva.de' } });
});

test('each problem has its sentence, and inherited values do not count', () => {
  const given = { __proto__: valid, email: 'ann', company: ['a'], challenge: 'a' };
  const parsed = parseSubmission(given);
  expect(parsed.ok || Object.fromEntries(parsed.problems)).toEqual({
    name: 'Enter your name.',
    email: 'Enter one complete email address.',
    company: 'Please send text in this field.',
  });
});

const longest = `${'a'.repeat(247)}@b.test`;
test.each([
  [[], ['ann@acme.test', 'a.b+c@sub.acme-corp.test', "o'neil@acme.test", 'ann@localhost', longest]],
  [['email'], ['a@b.c, v@evil.test', 'a@b.c;v@evil.test', 'Ann <a@b.c>', 'group: a@b.c;']],
  [
    ['email'],
    [
      'a@ü/b.de',
      'a@ü b.de',
      'ü@b.de',
      'a@b@c',
      '@b.c',
      'a@',
      'a b@c.d',
      'a@-b.c',
      'a@b..c',
      `a${longest}`,
    ],
  ],
])('the refused fields are %j for the addresses %j', (refused, addresses) => {
  for (const email of addresses)
    expect([email, refusedFields({ email })]).toEqual([email, refused]);
});
