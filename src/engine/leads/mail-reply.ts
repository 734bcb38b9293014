/** How the failure of a mail is told: in the mail server's words where it has said any. */
import { unescape } from 'node:querystring';
import * as v from 'valibot';
import { lenientObject, lenientText } from '../schemas.ts';

/** Makes others' words fit for logs and terminals: one short line without secrets and e-mail addresses. */
function quote(words: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(Boolean)
    .map((secret) => secret.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'));
  const line = words
    .slice(0, 2000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[^\s<>()"']+(?:@|%40)[^\s<>()"']+/g, '…')
    .replace(
      new RegExp(`(?<![\\p{L}\\d])(?:${known.join('|') || '(?!)'})(?![\\p{L}\\d])`, 'giu'),
      '…',
    );
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

const failureSchema = lenientObject({
  code: lenientText,
  originalCode: lenientText,
  message: lenientText,
  response: lenientText,
});

/** Describes a failure of the mailer. @param personal words of a person that a server may repeat */
export function describeMailFailure(
  failure: unknown,
  smtpUrl: string,
  personal: readonly string[] = [],
): string {
  const { code, originalCode, message, response } = v.parse(failureSchema, failure);
  const { hostname, username, password } = new URL(smtpUrl);
  const user = unescape(username);
  const secret = unescape(password);
  const login = [user, secret, `\0${user}\0${secret}`];
  const encoded = login.map((text) => Buffer.from(text).toString('base64'));
  const words = quote(message, [...login, password, ...encoded, ...personal]);
  if (code === 'EAUTH')
    return `${words} (check user and password in SMTP_URL, with special characters percent-encoded).`;
  if (response !== '' || code === 'ETLS') return words;
  if (/CERT|SIGNATURE|ISSUER/.test(originalCode))
    return `The certificate of mail server ${hostname} is refused (${words}): write the name that it is made for in SMTP_URL, have it renewed, or set NODE_EXTRA_CA_CERTS in the environment to the file of its authority.`;
  return `Mail server ${hostname} cannot be used (${originalCode || code || words}): check host and port in SMTP_URL, and smtp: against smtps:.`;
}
