import { parseDay } from './dates.ts';

const hour = 3_600_000;

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

/** Parses a date to UTC milliseconds, and tells whether it is a day without a time. */
function parseWritten(publishedDate: string): { time: number; isDay: boolean } | null {
  const day = parseDay(publishedDate);
  if (!day) return null;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(publishedDate.slice(day.length));
  const isDay = publishedDate === day;
  const time = Date.parse(isDay || hasOffset ? publishedDate : `${publishedDate}Z`);
  return Number.isNaN(time) ? { time: Date.parse(day), isDay: true } : { time, isDay };
}

/**
 * The time at which a post with this date becomes due, in milliseconds since 1970; null for an invalid
 * date. A day without a time begins at the firm's midnight, independent of the machine's zone (contract,
 * Readings); a time without an offset counts as UTC.
 * @param timeZone IANA name
 */
export function getDueTime(publishedDate: string, timeZone: string): number | null {
  const written = parseWritten(publishedDate);
  if (!written?.isDay) return written?.time ?? null;
  // The first guess may use the offset of the wrong side of a clock change, so look it up again.
  const guess = written.time - getOffset(written.time, timeZone);
  return written.time - getOffset(guess, timeZone);
}

/** Formats a time in a zone: 'December 24, 2026 at 12:00 AM'. */
export const formatTime = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    time,
  );
