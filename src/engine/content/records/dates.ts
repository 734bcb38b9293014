const hour = 3_600_000;

/** The written calendar day, `YYYY-MM-DD`, which no offset or time zone changes; null for an invalid date. */
export function parseDay(written: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(written)?.[0];
  if (!day) return null;
  const date = new Date(`${day}T00:00:00Z`);
  // A date such as 2026-02-30 would become a day in March.
  return date.getUTCDate() === Number(day.slice(8)) ? day : null;
}

/** Reads a date as the content service writes one; null for an invalid date. */
export function readDate(written: string): string | null {
  const text = written.trim();
  return parseDay(text) && text;
}

/** Whether a date is a moment, whatever the zone. */
const hasOffset = (written: string) =>
  /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(written) && !Number.isNaN(Date.parse(written));

/** Epoch milliseconds, by which the content service sorts: in UTC without an offset. null for an invalid date. */
export function parseTime(written: string): number | null {
  const day = parseDay(written);
  if (!day) return null;
  const time = Date.parse(written === day || hasOffset(written) ? written : `${written}Z`);
  return Number.isNaN(time) ? Date.parse(day) : time;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which a time zone is ahead of UTC at a given time. */
function getOffset(time: number, timeZone: string): number {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const [, sign = '+', hours = '0', minutes = '0'] =
    /([+-])(\d\d):(\d\d)$/.exec(format.format(time)) ?? [];
  return Number(`${sign}1`) * (Number(hours) * hour + Number(minutes) * 60_000);
}

/** When a date becomes due, in epoch milliseconds: a day, and a time without an offset, are of the zone. null for an invalid date. */
export function getDueTime(publishedDate: string, timeZone: string): number | null {
  const time = parseTime(publishedDate);
  if (time === null || hasOffset(publishedDate)) return time;
  // The first guess may use the offset of the wrong side of a clock change, so look it up again.
  const guess = time - getOffset(time, timeZone);
  return time - getOffset(guess, timeZone);
}

/** A written date for feeds, 'Mon, 05 Jan 2026 00:00:00 -0500': its own offset, or else the zone's. '' for none. */
export function formatMoment(written: string, timeZone: string): string {
  const time = getDueTime(written, timeZone);
  if (time === null) return '';
  const [, sign = '+', hours = '00', minutes = '00'] =
    /T.*([+-])(\d\d):?(\d\d)$/.exec(written) ?? [];
  const own = Number(`${sign}1`) * (Number(hours) * hour + Number(minutes) * 60_000);
  const offset = hasOffset(written) ? own : getOffset(time, timeZone);
  const ahead = new Date(Math.abs(offset)).toISOString().slice(11, 16).replace(':', '');
  const local = new Date(time + offset).toUTCString();
  return local.replace('GMT', (offset < 0 ? '-' : '+') + ahead);
}

/** The calendar day of a time in a zone: '2026-12-24'. */
export const getDay = (time: number, timeZone: string): string =>
  new Date(time + getOffset(time, timeZone)).toISOString().slice(0, 10);

/** The time at which the next day begins in a zone, in epoch milliseconds. */
export function getNextMidnight(time: number, timeZone: string): number {
  const today = Date.parse(getDay(time, timeZone));
  return getDueTime(new Date(today + 24 * hour).toISOString().slice(0, 10), timeZone) ?? time;
}

/** Formats a time in a zone: 'December 24, 2026 at 12:00 AM'. */
export const formatTime = (time: number, timeZone: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone });

const longDates = new Map<string, Intl.DateTimeFormat>();

/** 'January 5, 2026' for '2026-01-05' in the locale 'en-US'. */
export function formatDate(day: string, locale: string): string {
  const known = longDates.get(locale);
  const format = known ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  longDates.set(locale, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** 'January 5, 2026 at 6:30 PM' for '2026-01-05T18:30+01:00': the time as written. A day alone stays one; '' for no date. */
export function formatDateTime(written: string, locale: string): string {
  const day = parseDay(written);
  if (day === null) return '';
  const clock = /T(\d\d:\d\d)/.exec(written)?.[1] ?? '';
  const time = new Date(`${day}T${clock}Z`);
  return Number.isNaN(time.getTime())
    ? formatDate(day, locale)
    : time.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}
