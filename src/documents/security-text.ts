import { company } from '#data/company.ts';
import { securityTextPath } from '#data/routes.ts';

/** Expires ten to eleven months after `month` (2026-11), on a first: RFC 9116 asks for less than a year. */
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
