import { company } from '#data/company.ts';
import { securityTextPath } from '#data/routes.ts';

/**
 * Renders security.txt. It expires on the first of a month, ten to eleven months ahead: RFC 9116
 * recommends less than a year.
 * @param month the month of the build: `2026-11`
 */
export function renderSecurityText(siteUrl: URL, month: string): string {
  const expires = new Date(`${month}-01`);
  expires.setUTCMonth(expires.getUTCMonth() + 11);
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
