/** Mails leads as plain text, always to the company inbox. No other file imports the mailer. */
import { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { createSubject, noPhone, shortenForHeader, stripDirectionMarks } from './fields.ts';
import type { Config } from '../../config.ts';
import { MailRefused, type Lead, type SendMail } from './outbox.ts';

/** For one mail, from connecting to the last answer, so that a slow server cannot block the outbox. */
const mailLimitMs = 30_000;

/** Renders the text without marks that let a lead reverse the direction of text in a mail client. */
const renderText = ({ id, receivedAt, page, submission }: Lead): string =>
  stripDirectionMarks(
    [
      `Name: ${submission.name}`,
      `Email: ${submission.email}`,
      `Company: ${submission.company}`,
      `Phone: ${submission.phone || noPhone}`,
      ...(page === null ? [] : [`Page: ${page}`]),
      '',
      submission.challenge,
      '',
      '-- ',
      `Received ${receivedAt} through the contact form, lead ${id}. Reply to answer.`,
      '',
    ].join('\n'),
  );

/**
 * Whether the server would refuse this message again tomorrow. After a wrong password, or from a server
 * that takes no mail at all today, the outbox retries.
 */
const isFinal = (error: Error) =>
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;

const isLoopback = (hostname: string) =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/**
 * Opens one connection to the mail server and closes it after `task`, at the deadline or when `signal`
 * aborts.
 */
async function withTransport<T>(
  smtpUrl: string,
  { signal, limit = mailLimitMs }: { signal?: AbortSignal; limit?: number },
  task: (transport: ReturnType<typeof createTransport>) => Promise<T>,
): Promise<T> {
  const { username, hostname } = new URL(smtpUrl);
  const socket = new Socket();
  const late = AbortSignal.timeout(limit);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  const end = () => {
    const sentence = late.aborted
      ? `The mail server did not finish within ${limit / 1000} seconds.`
      : 'The mail was broken off.';
    // Without an error the mailer would go on waiting for a greeting.
    socket.destroy(new Error(sentence));
  };
  ended.addEventListener('abort', end);
  const transport = createTransport({
    url: smtpUrl,
    socket,
    // Never send a password in the clear, except to this machine.
    requireTLS: username !== '' && !isLoopback(hostname),
    // The mailer must never read files or addresses that a lead names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    return await task(transport);
  } finally {
    socket.destroy();
  }
}

/** Logs in and out without sending a mail. Rejects with the mailer's error. */
export const checkMailServer = (smtpUrl: string): Promise<unknown> =>
  withTransport(smtpUrl, {}, (transport) => transport.verify());

export const createSendMail =
  ({ inbox, from }: Config['contact'], smtpUrl: string, limit = mailLimitMs): SendMail =>
  async (lead, signal) => {
    const { name, email } = lead.submission;
    try {
      await withTransport(smtpUrl, { signal, limit }, (transport) =>
        transport.sendMail({
          // An explicit envelope, so that no header decides where the mail goes.
          envelope: { from, to: [inbox] },
          from,
          to: inbox,
          replyTo: { name: stripDirectionMarks(shortenForHeader(name)), address: email },
          subject: createSubject(lead.submission),
          text: renderText(lead),
          date: new Date(lead.receivedAt),
          messageId: `<lead-${lead.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        }),
      );
    } catch (error) {
      if (error instanceof Error && isFinal(error))
        throw new MailRefused(error.message, { cause: error });
      throw error;
    }
  };
