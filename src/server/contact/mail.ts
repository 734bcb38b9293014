/** Leads as mail: plain text, always to the one inbox. The only import of the mailer. */
import { createTransport } from 'nodemailer';
import { createSubject, shortenForHeader } from '../../contact/submission.ts';
import type { Config } from '../../config.ts';
import { MailRefused, type Lead, type SendMail } from './outbox.ts';

/** Milliseconds; nodemailer's own are up to ten minutes, and everyone behind waits. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const renderText = ({ id, receivedAt, submission }: Lead) =>
  [
    `Name: ${submission.name}`,
    `Email: ${submission.email}`,
    `Company: ${submission.company}`,
    `Phone: ${submission.phone || 'Not provided'}`,
    '',
    submission.challenge,
    '',
    '-- ',
    `Received ${receivedAt} through the contact form, lead ${id}. Reply to answer.`,
    '',
  ].join('\n');

/**
 * 5xx for the message itself will be 5xx tomorrow. A wrong password or a server that takes nothing
 * today is not the lead's fault: that is tried again.
 */
const isFinal = (error: Error) =>
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;

/** Logs in and out again, without a mail; rejects with the mailer's error. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export function createSendMail({ inbox, from }: Config['contact'], smtpUrl: string): SendMail {
  // Files and addresses as content are refused, however a text might come to look like one.
  const guards = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url: smtpUrl, ...timeouts, ...guards });

  return async (lead) => {
    const { name, email } = lead.submission;
    try {
      await transport.sendMail({
        ...guards,
        // Explicit, so that no header decides where the mail goes.
        envelope: { from, to: [inbox] },
        from,
        to: inbox,
        replyTo: { name: shortenForHeader(name), address: email },
        subject: createSubject(lead.submission),
        text: renderText(lead),
        date: new Date(lead.receivedAt),
        messageId: `<lead-${lead.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      });
    } catch (error) {
      if (error instanceof Error && isFinal(error)) {
        throw new MailRefused(error.message, { cause: error });
      }
      throw error;
    }
  };
}
