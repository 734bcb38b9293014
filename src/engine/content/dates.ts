/**
 * The calendar day of a date as `YYYY-MM-DD`; null for an invalid date. The day is the written one: neither
 * the offset nor the machine's time zone changes it (contract, Readings).
 */
export function parseDay(written: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(written)?.[0];
  if (!day) return null;
  const date = new Date(`${day}T00:00:00Z`);
  // A date such as 2026-02-30 would become a day in March.
  return date.getUTCDate() === Number(day.slice(8)) ? day : null;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Cache of formatted days: a date appears on many pages, and the formatter is slow. */
const formatted = new Map<string, string>();

/** 'January 5, 2026' for '2026-01-05' (spec §9: en-US long format). */
export function formatDate(day: string): string {
  const known = formatted.get(day) ?? longDate.format(new Date(`${day}T00:00:00Z`));
  formatted.set(day, known);
  return known;
}
