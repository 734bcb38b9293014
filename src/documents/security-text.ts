import { company } from '../data/company.ts';
import { securityTextPath } from '../data/routes.ts';

/**
 * Renders security.txt. It expires on the first of a month, ten to eleven months ahead: RFC 9116
 * recommends less than a year, and all builds of a month give the same file.
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
