import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkMailServer, createSendMail } from '#engine/leads/mail.ts';
import type { Lead } from '#engine/leads/outbox.ts';
import { describeError } from '#engine/base/log.ts';
import { createLead } from '../../fixtures/leads.ts';
import { listen } from '../../server/support/listen.ts';
import { startSmtpSink, type Mail, type SmtpSink } from '../../server/support/smtp-sink.ts';
import { closing } from '../../support/closing.ts';

const contact = { inbox: 'inbox@firm.test', from: 'website@firm.test', smtpUrl: null };
const page = 'https://www.firm.test/services/ai?utm_source=x';
const lead = createLead({ challenge: 'Growth\n.\nhas stalled.' }, { page });
const { signal } = new AbortController();

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.close());
beforeEach(() => {
  sink.mails.length = 0;
  sink.fault = () => null;
});

/** Sends the lead with these changes. @returns its only mail */
async function deliver(changes: Partial<Lead['submission']> = {}, record: Partial<Lead> = {}) {
  sink.mails.length = 0;
  const changed = { ...lead, ...record, submission: { ...lead.submission, ...changes } };
  await createSendMail(contact, sink.url)(changed, signal);
  const [mail, ...others] = sink.mails;
  if (!mail || others.length > 0) throw new Error('One mail was expected.');
  return mail;
}

const headerNames = (mail: Mail) => mail.headers.map((header) => header.split(':')[0]).sort();

test('a lead becomes one plain text mail to the inbox, with the visitor as Reply-To', async () => {
  const mail = await deliver();
  expect(mail.from).toBe('website@firm.test');
  expect(mail.recipients).toEqual(['inbox@firm.test']);
  expect(mail.headers).toEqual(
    expect.arrayContaining([
      'From: website@firm.test',
      'To: inbox@firm.test',
      'Reply-To: Ann Lee <ann@acme.test>',
      'Subject: New contact request from Ann Lee (Acme, Inc.)',
      'Message-ID: <lead-abc-123@firm.test>',
      'Date: Sat, 21 Nov 2026 12:05:00 +0000',
      'Content-Type: text/plain; charset=utf-8',
    ]),
  );
  const lines = (text: string) => text.replaceAll('=\r\n', '').trimEnd().split('\r\n');
  const expected = [
    'Name: Ann Lee',
    'Email: ann@acme.test',
    'Company: Acme, Inc.',
    'Phone: Not provided',
    `Page: ${page.replaceAll('=', '=3D')}`,
    '',
    'Growth',
    '.',
    'has stalled.',
    '',
    '--=20',
    'Received 2026-11-21T12:05:00.000Z through the contact form, lead abc-123. Your reply goes to the sender.',
  ];
  expect(lines(mail.text)).toEqual(expected);
  const withoutPage = await deliver({}, { page: null });
  expect(lines(withoutPage.text)).toEqual(expected.filter((line) => !line.startsWith('Page')));
});

// The parser refuses most of these values; the mail must be safe without the parser.
test('no recipient and no header comes from a lead', async () => {
  const plain = headerNames(await deliver());
  for (const changes of [
    { name: 'Ann\r\nBcc: victim@evil.test' },
    { name: 'Ann", <victim@evil.test>, "' },
    { company: 'Acme\r\nTo: victim@evil.test\r\n\r\nText' },
    { company: 'Acme\u2028Bcc: victim@evil.test' },
    { email: 'a@b.c, victim@evil.test' },
    { email: 'group: victim@evil.test;' },
    { challenge: 'x\r\n.\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<victim@evil.test>\r\nDATA\r\nx' },
  ]) {
    const mail = await deliver(changes);
    expect([changes, mail.recipients]).toEqual([changes, ['inbox@firm.test']]);
    expect([changes, headerNames(mail)]).toEqual([changes, plain]);
  }
});

test('no mark that changes the direction of text is in a header or the text', async () => {
  const mail = await deliver({ name: 'Ann\u202eeeL', company: 'Ärger', challenge: '\u202etxt' });
  expect(mail.headers.join('\n')).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(mail.text).toContain('=C3=84rger');
  expect([...mail.headers, mail.text].join('\n')).not.toContain('=E2=80=AE');
});

type Fault = NonNullable<ReturnType<SmtpSink['fault']>>['at'];
const toldBy = async (send: Promise<unknown>) =>
  send.then(
    () => 'no failure',
    (error: unknown) => describeError(error).error,
  );

/** Sends a lead to a server that fails. @returns what is told of it */
function answer(at: Fault, code: number, words: string, changes = {}) {
  sink.fault = () => ({ at, code, words });
  const url = at === 'login' ? sink.url.replace('//', '//website%40firm.test:s3cret+@') : sink.url;
  const changed = { ...lead, submission: { ...lead.submission, ...changes } };
  return toldBy(createSendMail(contact, url)(changed, signal));
}

test.each<[at: Fault, code: number, words: string, told: string]>([
  ['greeting', 554, '5.7.1 Blocked as spam', '554 5.7.1 and refuses the connection'],
  [
    'login',
    534,
    '5.7.9 Spam was sent with this',
    '534 5.7.9 and refuses the login: check user and',
  ],
  [
    'sender',
    553,
    '5.7.1 Not owned by user',
    '553 5.7.1 and refuses the sender: check CONTACT_FROM',
  ],
  ['recipient', 550, 'Spam', '550 and refuses the recipient: check CONTACT_INBOX'],
  ['data', 421, '4.7.0 Try again later', '421 4.7.0 and refuses the message'],
])('what a server answers at the %s is told by its code: %i %s', async (at, code, words, told) => {
  expect(await answer(at, code, words)).toContain(`Mail server 127.0.0.1 answers ${told}`);
});

test('no word of a server is told, which may repeat the login and the visitor, of whatever length', async () => {
  const name = 'Ann'.repeat(15_000);
  const login = Buffer.from('\0website@firm.test\0s3cret+').toString('base64');
  const words = `5.7.1 s3cret+\r\n${login} website@firm.test ${name}, Acme, <ann@acme.test>`;
  expect(await answer('data', 554, words, { name })).toBe(
    'Mail server 127.0.0.1 answers 554 5.7.1 and refuses the message.',
  );
  expect(await answer('login', 535, words, { name })).toBe(
    'Mail server 127.0.0.1 answers 535 5.7.1 and refuses the login: check user and password in SMTP_URL, with special characters percent-encoded.',
  );
});

test("a mail server's own certificate is taken on this machine, and told about on another", async () => {
  for (const secure of [true, false]) {
    const own = closing(await startSmtpSink({ secure }));
    await createSendMail(contact, own.url)(lead, signal);
    expect(own.mails).toHaveLength(1);
    // This address reaches this machine, but is not a loopback address.
    const url = own.url.replace('//127.0.0.1', '//user:secret@0.0.0.0');
    const sentence = /^The certificate of mail server 0\.0\.0\.0 is refused \(.+\): write the name/;
    expect(await toldBy(createSendMail(contact, url)(lead, signal))).toMatch(sentence);
  }
});

/**
 * Starts a mail server that refuses every mail, and notes the commands of its clients.
 * @param greet greets a client
 */
async function startTalker(greet: (socket: Socket) => unknown) {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('close', () => commands.push('closed'));
    socket.on('data', (data: Buffer) => {
      const [command = ''] = /^\w+/.exec(data.toString()) ?? [];
      commands.push(command);
      socket.write(command === 'EHLO' ? '250-here\r\n250 AUTH PLAIN\r\n' : '502 no\r\n');
    });
    commands.push('opened');
    greet(socket);
  });
  onTestFinished(() => void server.close());
  return { address: await listen(server), commands };
}
const welcome = (socket: Socket) => socket.write('220 here\r\n');
/** Greets without end. */
const drip = (socket: Socket) => {
  const dripping = setInterval(() => socket.write('220-still here\r\n'), 20);
  socket.once('close', () => clearInterval(dripping));
};

test('a mail server that is down, or never ends its greeting, only delays the lead', async () => {
  const { address } = await startTalker(drip);
  const down = await toldBy(createSendMail(contact, 'smtp://127.0.0.1:1')(lead, signal));
  const slow = await toldBy(createSendMail(contact, `smtp://${address}`, 200)(lead, signal));
  expect(down).toContain('ECONNREFUSED');
  expect(slow).toBe('The mail server did not finish within 0.2 seconds.');
});

test('a mail server is disconnected when our server stops', async () => {
  const { address, commands } = await startTalker(drip);
  const stopping = new AbortController();
  const sending = createSendMail(contact, `smtp://${address}`)(lead, stopping.signal);
  await expect.poll(() => commands).toEqual(['opened']);
  stopping.abort();
  await expect(sending).rejects.toThrow('EABORT');
  await expect.poll(() => commands).toEqual(['opened', 'closed']);
});

test.each([
  // This address reaches this machine, but is not a loopback address.
  ['user:secret@', '0.0.0.0', 'STARTTLS'],
  ['', '0.0.0.0', 'MAIL'],
  ['user:secret@', '127.0.0.1', 'AUTH'],
  ['user:secret@', 'localhost', 'AUTH'],
])(
  'a password is sent over TLS only, except on this machine: %s%s',
  async (user, host, command) => {
    const { address, commands } = await startTalker(welcome);
    const url = `smtp://${user}${address.replace('127.0.0.1', host)}`;
    await expect(createSendMail(contact, url)(lead, signal)).rejects.toThrow();
    expect(commands.slice(0, 3)).toEqual(['opened', 'EHLO', command]);
  },
);

test('a check sends no mail, and leaves no connection', async () => {
  const { address, commands } = await startTalker(welcome);
  await checkMailServer(`smtp://${address}`);
  await expect.poll(() => commands.at(-1)).toBe('closed');
  expect(commands).not.toContain('MAIL');
});
