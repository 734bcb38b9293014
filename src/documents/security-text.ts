import { company } from '../data/company.ts';
import { securityTextPath } from '../data/routes.ts';

/**
 * The file security.txt (RFC 9116). It expires with the first of a month, ten to eleven months ahead:
 * less than the year that it may be good for, and the same for all builds of a month.
 */
export function renderSecurityText(siteUrl: URL, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1));
  const fields = {
    Contact: `mailto:${company.securityEmail}`,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'en',
    Canonical: new URL(securityTextPath, siteUrl).href,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
