/** Mails leads as plain text, always to the company inbox. No other file imports the mailer. */
import { createTransport } from 'nodemailer';
import { createSubject, noPhone, shortenForHeader, stripDirectionMarks } from './fields.ts';
import { isThisMachine } from '../base/this-machine.ts';
import { OwnError } from '../base/log.ts';
import { describeMailFailure } from './mail-reply.ts';
import type { Lead, SendMail } from './outbox.ts';

/** For one mail, from asking for the server's address to the last answer: a slow server cannot block the outbox. */
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
      `Received ${receivedAt} through the contact form, lead ${id}. Your reply goes to the sender.`,
      '',
    ].join('\n'),
  );

const openTransport = (smtpUrl: string) => {
  const { username, hostname } = new URL(smtpUrl);
  return createTransport({
    url: smtpUrl,
    connectionTimeout: mailLimitMs,
    socketTimeout: mailLimitMs,
    socketCloseTimeout: 0,
    // Never send a password in the clear, except to this machine.
    requireTLS: username !== '' && !isThisMachine(hostname),
    // A server on this machine has a certificate of its own, and nobody else hears what is said to it.
    tls: { rejectUnauthorized: !isThisMachine(hostname) },
    // The mailer must never read files or addresses that a lead names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Logs in and out without sending a mail. @throws {OwnError} with a sentence for the operator */
export const checkMailServer = (smtpUrl: string): Promise<unknown> =>
  openTransport(smtpUrl)
    .verify()
    .catch((error: unknown) => {
      throw new OwnError(describeMailFailure(error, smtpUrl), { cause: error });
    });

export const createSendMail = (
  { inbox, from }: { inbox: string; from: string },
  smtpUrl: string,
  limit = mailLimitMs,
): SendMail => {
  const transport = openTransport(smtpUrl);
  return async (lead, signal) => {
    const { name, email } = lead.submission;
    const late = AbortSignal.timeout(limit);
    try {
      await transport.sendMail({
        // An explicit envelope, so that no header decides where the mail goes.
        envelope: { from, to: [inbox] },
        from,
        to: inbox,
        replyTo: { name: stripDirectionMarks(shortenForHeader(name)), address: email },
        subject: createSubject(lead.submission),
        text: renderText(lead),
        date: new Date(lead.receivedAt),
        messageId: `<lead-${lead.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        signal: AbortSignal.any([signal, late]),
      });
    } catch (error) {
      const sentence = late.aborted
        ? `The mail server did not finish within ${limit / 1000} seconds.`
        : describeMailFailure(error, smtpUrl);
      throw new OwnError(sentence, { cause: error });
    }
  };
};
