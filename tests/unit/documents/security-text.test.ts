/** security.txt by RFC 9116: contact, address and expiry. */
import { expect, test } from 'vitest';
import { renderSecurityText } from '#documents/security-text.ts';
import { company } from '#data/company.ts';

// At the same time for all builds of a month, and within a year of each.
test.each([
  ['2026-01', '2026-12-01'],
  ['2026-11', '2027-10-01'],
  ['2027-12', '2028-11-01'],
])('every field occurs once, and a text of %s expires on %s', (month, expires) => {
  expect(renderSecurityText(new URL('https://www.firm.test'), month)).toBe(
    `Contact: mailto:${company.securityEmail}\n` +
      `Expires: ${expires}T00:00:00.000Z\n` +
      'Preferred-Languages: en\n' +
      'Canonical: https://www.firm.test/.well-known/security.txt\n',
  );
});
