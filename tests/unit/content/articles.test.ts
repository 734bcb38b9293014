import { expect, test } from 'vitest';
import {
  formatDateTime,
  formatMoment,
  getDay,
  getDueTime,
  getNextMidnight,
} from '#engine/content/records/dates.ts';
import { chooseRelated } from '#engine/content/records/records.ts';

const toIso = (written: string, zone: string) => {
  const time = getDueTime(written, zone);
  return time === null ? null : new Date(time).toISOString();
};

test.each([
  ['2026-12-24', 'America/New_York', '2026-12-24T05:00:00.000Z'],
  ['2026-07-04', 'America/New_York', '2026-07-04T04:00:00.000Z'],
  ['2026-12-24', 'Asia/Kolkata', '2026-12-23T18:30:00.000Z'],
  // The nights of clock changes.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00.000Z'],
  // A time without an offset is of the firm.
  ['2026-12-24T09:30', 'Europe/Oslo', '2026-12-24T08:30:00.000Z'],
  // An offset counts as written.
  ['2026-12-24T09:30+09:00', 'Europe/Oslo', '2026-12-24T00:30:00.000Z'],
  ['2026-12-24T25:99', 'UTC', '2026-12-24T00:00:00.000Z'],
  ['', 'UTC', null],
])('a post is due %s in %s at %s', (written, zone, due) => expect(toIso(written, zone)).toBe(due));

test.each([
  ['2026-12-31T23:30:00Z', 'Asia/Kolkata', '2027-01-01', '2027-01-01T18:30:00.000Z'],
  ['2027-01-01T04:30:00Z', 'America/New_York', '2026-12-31', '2027-01-01T05:00:00.000Z'],
  // The day of a clock change has 23 hours.
  ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08', '2026-03-09T04:00:00.000Z'],
])('%s in %s is %s, until %s', (time, zone, day, midnight) => {
  expect(getDay(Date.parse(time), zone)).toBe(day);
  expect(new Date(getNextMidnight(Date.parse(time), zone)).toISOString()).toBe(midnight);
});

test.each([
  ['2026-01-05', 'America/New_York', 'Mon, 05 Jan 2026 00:00:00 -0500'],
  ['2026-07-04', 'Asia/Kolkata', 'Sat, 04 Jul 2026 00:00:00 +0530'],
  ['2026-08-17T23:30-07:00', 'Europe/Oslo', 'Mon, 17 Aug 2026 23:30:00 -0700'],
  ['2026-08-17T23:30Z', 'Europe/Oslo', 'Mon, 17 Aug 2026 23:30:00 +0000'],
  ['2026-08-17T23:30', 'Europe/Oslo', 'Mon, 17 Aug 2026 23:30:00 +0200'],
  ['2026-08-17T25:99', 'Europe/Oslo', 'Mon, 17 Aug 2026 00:00:00 +0200'],
  ['soon', 'UTC', ''],
])('%s in %s is %s in a feed', (written, zone, moment) =>
  expect(formatMoment(written, zone)).toBe(moment),
);

test.each([
  ['2026-01-05T18:30+01:00', 'en-US', 'January 5, 2026 at 6:30 PM'],
  ['2026-01-05T18:30:00.000Z', 'de', '5. Januar 2026 um 18:30'],
  ['2026-01-05', 'en-US', 'January 5, 2026'],
  ['2026-01-05T25:99', 'en-US', 'January 5, 2026'],
  ['soon', 'en-US', ''],
])('a date with a time, %s, is shown in %s as %s', (written, locale, shown) =>
  expect(formatDateTime(written, locale).replaceAll('\u202f', ' ')).toBe(shown),
);

const post = (id: string, ...tags: string[]) => ({ id, tags });

test('related to a post are the older posts with most shared tags, then the nearest, three at most', () => {
  const older = Array.from({ length: 48 }, (_, index) => post(`older-${index}`, 'z'));
  older[1] = post('near', 'a');
  older[3] = post('both', 'b', 'A');
  older[4] = post('next', 'b');
  older[40] = post('far', 'a', 'b');
  expect(chooseRelated(post('it', 'a', 'b'), older, [])).toEqual(['both', 'far', 'near']);
  expect(chooseRelated(post('it'), older, [])).toEqual([]);
});

test('related to one of the oldest posts are newer posts too, but never the post itself', () => {
  const oldest = ['p0', 'p1', 'p2', 'p3'].map((id) => post(id, 'a'));
  expect(chooseRelated(post('p1', 'a'), oldest.slice(0, 1), oldest)).toEqual(['p0', 'p2', 'p3']);
});
