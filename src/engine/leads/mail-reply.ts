/** How the failure of a mail is told: in no word of the mail server, which may repeat the login or the visitor. */
import * as v from 'valibot';
import { lenientObject, lenientText } from '../base/schemas.ts';

const failureSchema = lenientObject({
  code: lenientText,
  originalCode: lenientText,
  command: lenientText,
  response: lenientText,
});

/** What a mail server refuses with its answer to a command. */
const refused: Readonly<Record<string, string>> = {
  AUTH: 'the login: check user and password in SMTP_URL, with special characters percent-encoded',
  MAIL: 'the sender: check CONTACT_FROM',
  RCPT: 'the recipient: check CONTACT_INBOX',
  DATA: 'the message',
};

/** A status code, and the one that says more (https://www.rfc-editor.org/rfc/rfc3463). */
const status = /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3}\b)?/;

/** Describes a failure of the mailer. */
export function describeMailFailure(failure: unknown, smtpUrl: string): string {
  const { code, originalCode, command, response } = v.parse(failureSchema, failure);
  const { hostname } = new URL(smtpUrl);
  const [step = ''] = code === 'EAUTH' ? ['AUTH'] : command.split(' ');
  const [answer = ''] = status.exec(response) ?? [];
  if (answer !== '' || step === 'AUTH')
    return `Mail server ${hostname} answers ${answer.replace('-', ' ') || code} and refuses ${refused[step] ?? 'the connection'}.`;
  if (/CERT|SIGNATURE|ISSUER/.test(originalCode))
    return `The certificate of mail server ${hostname} is refused (${originalCode}): write the name that it is made for in SMTP_URL, have it renewed, or set NODE_EXTRA_CA_CERTS in the environment to the file of its authority.`;
  return `Mail server ${hostname} cannot be used (${originalCode || code}): check host and port in SMTP_URL, and smtp: against smtps:.`;
}
