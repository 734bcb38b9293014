import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createSendMail } from '../../src/engine/leads/mail.ts';
import { MailRefused, type Lead } from '../../src/engine/leads/outbox.ts';
import { createLead } from '../fixtures/leads.ts';
import { startSmtpSink, type Mail, type SmtpSink } from './support/smtp-sink.ts';

const contact = { inbox: 'inbox@firm.test', from: 'website@firm.test', smtpUrl: null };
const lead = createLead({ challenge: 'Growth\n.\nhas stalled.' });

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
  createSendMail(contact, sink.url)(
    { ...lead, submission: { ...lead.submission, ...changes } },
    new AbortController().signal,
  );

async function deliver(changes?: Partial<Lead['submission']>): Promise<Mail> {
  await send(changes);
  const [mail] = sink.mails;
  if (!mail) throw new Error('No mail has come.');
  return mail;
}

const headerNames = (mail: Mail) => mail.headers.map((header) => header.split(':')[0]).sort();

test('a lead becomes one plain text mail to the inbox, with the visitor as Reply-To', async () => {
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

test('a mail names the page that the lead was sent from', async () => {
  const page = 'https://www.firm.test/services/ai?utm_source=x';
  await createSendMail(contact, sink.url)({ ...lead, page }, new AbortController().signal);
  expect(sink.mails[0]?.text).toContain(`Page: ${page.replaceAll('=', '=3D')}`);
});

test('a lead mailed again has the same Message-ID', async () => {
  await send();
  await send();
  expect(new Set(sink.mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(sink.mails).toHaveLength(2);
});

// The parser refuses most of these values; the mail must be safe without the parser.
describe('no field adds a recipient or a header', () => {
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

test('no mark that changes the direction of text is in a header or the text', async () => {
  const mail = await deliver({
    name: 'Ann\u202eeeL',
    company: 'Ärger & Söhne',
    challenge: 'Pay \u202etxt.exe',
  });
  const subject = mail.headers.find((header) => header.startsWith('Subject: ')) ?? '';
  expect(subject).toMatch(/^Subject: =\?UTF-8\?/);
  expect(mail.text).toContain('=C3=84rger');
  expect([subject, ...mail.headers, mail.text].join('\n')).not.toContain('=E2=80=AE');
});

describe('a mail server that fails', () => {
  test.each([
    ['recipient', 550],
    ['data', 554],
  ] as const)('with %2$i at the %1$s refuses the lead for good', async (at, code) => {
    sink.fault = () => ({ at, code });
    await expect(send()).rejects.toBeInstanceOf(MailRefused);
  });

  test.each([
    ['recipient', 450],
    ['data', 451],
  ] as const)('with %2$i at the %1$s only delays the lead', async (at, code) => {
    sink.fault = () => ({ at, code });
    const failure = await send().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefused);
  });

  test('that is down or refuses the password only delays the lead', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    const wrongPassword = sink.url.replace('smtp://', 'smtp://user:secret@');
    for (const url of [gone.url, wrongPassword]) {
      const failure = await createSendMail(contact, url)(lead, new AbortController().signal).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MailRefused);
    }
  });
});

/** Starts a server that speaks as it likes. @returns its port */
async function listen(talk: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? address?.port : 0;
}

describe('a mail server that talks slowly', () => {
  /** A server whose greeting never ends. */
  async function startDrip() {
    let open = 0;
    const port = await listen((socket) => {
      open += 1;
      const dripping = setInterval(() => socket.write('220-still here\r\n'), 20);
      socket.once('close', () => {
        open -= 1;
        clearInterval(dripping);
      });
    });
    return { url: `smtp://127.0.0.1:${port}`, countOpen: () => open };
  }

  test('has one deadline for the whole mail, which closes the connection', async () => {
    const { url, countOpen } = await startDrip();
    const sendMail = createSendMail(contact, url, 200);
    await expect(sendMail(lead, new AbortController().signal)).rejects.toThrow(
      'The mail server did not finish within 0.2 seconds.',
    );
    await vi.waitFor(() => expect(countOpen()).toBe(0));
  });

  test('is disconnected when our server stops', async () => {
    const { url, countOpen } = await startDrip();
    const stopping = new AbortController();
    const sending = createSendMail(contact, url)(lead, stopping.signal);
    await vi.waitFor(() => expect(countOpen()).toBe(1));
    stopping.abort();
    await expect(sending).rejects.toThrow();
    await vi.waitFor(() => expect(countOpen()).toBe(0));
  });
});

test('a password is sent over TLS only, except to this machine', async () => {
  const commands: string[] = [];
  const port = await listen((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (data: Buffer) => {
      commands.push(data.toString());
      socket.write(
        data.toString().startsWith('EHLO') ? '250-here\r\n250 AUTH PLAIN\r\n' : '502 no\r\n',
      );
    });
  });
  const tryWith = (host: string) =>
    createSendMail(contact, `smtp://user:secret@${host}:${port}`)(
      lead,
      new AbortController().signal,
    ).catch(() => undefined);
  // Reaches this machine, but is not a loopback address.
  await tryWith('0.0.0.0');
  expect(commands.join('')).not.toContain('AUTH');
  await tryWith('127.0.0.1');
  expect(commands.join('')).toContain('AUTH');
});

test('sending writes nothing to the console', async () => {
  const written = vi.spyOn(process.stdout, 'write');
  await send();
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});
