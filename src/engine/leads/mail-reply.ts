/** What the failure of a mail means, and how it is told: in the mail server's words where it has said any. */
import { unescape } from 'node:querystring';
import * as v from 'valibot';
import { lenientObject, lenientText } from '../schemas.ts';

/** Words of a refusal that are not about the message. Servers use the same codes for both. */
const ofSettings =
  /relay|auth|log ?in\b|credential|password|permission|access denied|verified|not (?:allowed|permitted) to|sender|recipient|from (?:address|domain)|mail ?box|inbox|\buser|account|subscription|credit|quota|\bfull\b|storage|disk|\bsize|too (?:many|much|large|big|long)|(?:rate|daily|hourly|sending) limit|\b(?:spf|dkim|dmarc|arc|tls|starttls|ptr|r?dns|rdns|helo|ehlo|ip|rbl|dnsbl)\b|client host|(?:black|block|deny)[ -]?list(?:ed)?\b(?! ur[il])|blocked using|reputation|suspend|disabled|config|unavailable|not available|temporar|try(?:ing)? again|later\b/i;
const ofContent = /\b(?:spam|virus|malware|phishing|unsolicited|junk|content|attachment)\b/i;
/** An enhanced status code (RFC 3463), wherever the server writes it, and no IP address. */
const enhancedCode = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/;

/**
 * Whether the server refused the message itself, such as spam, and would tomorrow. Everything else passes or is
 * mended: what a server says before it has the message, and what it says of box, sender, limits and settings.
 */
export function isRefusalOfMessage(failure: string): boolean {
  const code = /^Message failed: (5\d\d)/.exec(failure)?.[1];
  if (code === undefined) return false;
  const [, kind = '5', subject = '0', detail = '0'] = enhancedCode.exec(failure) ?? [];
  if (kind !== '5' || !['0', '6', '7'].includes(subject)) return false;
  if (subject === '6') return true;
  const isUsual = subject === '7' ? Number(detail) < 2 : code === '550' || code === '554';
  return !ofSettings.test(failure) && (isUsual || ofContent.test(failure));
}

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
  const [user, secret] = [unescape(username), unescape(password)];
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
