/** security.txt by RFC 9116: contact, address and expiry. */
import { describe, expect, test } from 'vitest';
import { renderSecurityText } from '../../../src/documents/security-text.ts';
import { company } from '../../../src/data/company.ts';

const render = (now: string) => renderSecurityText(new URL('https://www.firm.test'), new Date(now));

test('every field occurs once, on a line of its own', () => {
  expect(render('2026-11-21T09:00:00Z')).toBe(
    `Contact: mailto:${company.securityEmail}\n` +
      'Expires: 2027-10-01T00:00:00.000Z\n' +
      'Preferred-Languages: en\n' +
      'Canonical: https://www.firm.test/.well-known/security.txt\n',
  );
});

describe('it expires', () => {
  const day = 24 * 60 * 60 * 1000;

  test.each(['2026-01-01T00:00:00Z', '2026-02-28T23:59:59Z', '2027-12-31T12:00:00Z'])(
    'within a year of %s, but not soon',
    (now) => {
      const [, expires = ''] = /^Expires: (.*)$/m.exec(render(now)) ?? [];
      const days = (Date.parse(expires) - Date.parse(now)) / day;
      expect(days).toBeGreaterThan(300);
      expect(days).toBeLessThan(365);
    },
  );

  test('at the same time for all builds of a month', () => {
    expect(render('2026-11-01T00:00:00Z')).toBe(render('2026-11-30T23:59:59Z'));
  });
});
