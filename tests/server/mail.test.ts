import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSendMail } from '../../src/server/contact/mail.ts';
import { MailRefused, type Lead } from '../../src/server/contact/outbox.ts';
import { startSmtpSink, type Mail, type SmtpSink } from './support/smtp-sink.ts';

const contact = { inbox: 'inbox@firm.test', from: 'website@firm.test', smtpUrl: null };
const lead: Lead = {
  id: 'abc-123',
  receivedAt: '2026-11-21T12:05:00.000Z',
  submission: {
    name: 'Ann Lee',
    email: 'ann@acme.test',
    company: 'Acme, Inc.',
    phone: '',
    challenge: 'Growth\n.\nhas stalled.',
  },
  attempts: 0,
  nextAttemptAt: '2026-11-21T12:06:00.000Z',
  error: null,
  sentAt: null,
};

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.close());
beforeEach(() => {
  sink.mails.length = 0;
  sink.fault = () => null;
});

const send = (changes: Partial<Lead['submission']> = {}) =>
  createSendMail(contact, sink.url)({ ...lead, submission: { ...lead.submission, ...changes } });

async function deliver(changes?: Partial<Lead['submission']>): Promise<Mail> {
  await send(changes);
  const [mail] = sink.mails;
  if (!mail) throw new Error('No mail has come.');
  return mail;
}

const headerNames = (mail: Mail) => mail.headers.map((header) => header.split(':')[0]).sort();

test('a lead is one plain text mail to the inbox that can be answered', async () => {
  const mail = await deliver();
  expect(sink.mails).toHaveLength(1);
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
  expect(mail.text).toContain('Phone: Not provided\r\n\r\nGrowth\r\n.\r\nhas stalled.\r\n');
});

test('a lead mailed again has the same Message-ID', async () => {
  await send();
  await send();
  expect(new Set(sink.mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(sink.mails).toHaveLength(2);
});

// Past the parser, which refuses most of these: the mail must hold on its own.
describe('no field makes a recipient or a header', () => {
  test.each([
    { name: 'Ann\r\nBcc: victim@evil.test' },
    { name: 'Ann", <victim@evil.test>, "' },
    { company: 'Acme\r\nTo: victim@evil.test\r\n\r\nText' },
    { company: 'Acme\u2028Bcc: victim@evil.test' },
    { email: 'a@b.c, victim@evil.test' },
    { email: 'a@b.c\r\nBcc: victim@evil.test' },
    { email: 'group: victim@evil.test;' },
    { challenge: 'x\r\n.\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<victim@evil.test>\r\nDATA\r\nx' },
    { challenge: 'x\n.\nRCPT TO:<victim@evil.test>' },
    { phone: '1\r\nBcc: victim@evil.test' },
  ])('%j', async (changes) => {
    const plain = headerNames(await deliver());
    sink.mails.length = 0;
    const mail = await deliver(changes);
    expect(sink.mails).toHaveLength(1);
    expect(mail.recipients).toEqual(['inbox@firm.test']);
    expect(headerNames(mail)).toEqual(plain);
  });
});

test('a subject shows the name and company without direction marks', async () => {
  const mail = await deliver({ name: 'Ann\u202eeeL', company: 'Ärger & Söhne' });
  const subject = mail.headers.find((header) => header.startsWith('Subject: ')) ?? '';
  expect(subject).toMatch(/^Subject: =\?UTF-8\?/);
  expect(mail.text).toContain('=C3=84rger');
  expect(subject).not.toContain('=E2=80=AE');
});

describe('a mail server that fails', () => {
  test.each([
    ['recipient', 550],
    ['data', 554],
  ] as const)('for good at the %s with %i refuses the lead', async (at, code) => {
    sink.fault = () => ({ at, code });
    await expect(send()).rejects.toBeInstanceOf(MailRefused);
  });

  test.each([
    ['recipient', 450],
    ['data', 451],
  ] as const)('for now at the %s with %i only delays it', async (at, code) => {
    sink.fault = () => ({ at, code });
    const failure = await send().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefused);
  });

  test('altogether, or wants another password, only delays it', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    const wrongPassword = sink.url.replace('smtp://', 'smtp://user:secret@');
    for (const url of [gone.url, wrongPassword]) {
      const failure = await createSendMail(contact, url)(lead).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MailRefused);
    }
  });
});

test('nothing is written to the console on the way', async () => {
  const written = vi.spyOn(process.stdout, 'write');
  await send();
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});
