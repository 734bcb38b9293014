import { describe, expect, test } from 'vitest';
import { getDueTime } from '../../../src/engine/content/articles/dates.ts';

const toIso = (written: string, zone: string) => {
  const time = getDueTime(written, zone);
  return time === null ? null : new Date(time).toISOString();
};

describe('a post is due', () => {
  test.each([
    ['2026-12-24', 'America/New_York', '2026-12-24T05:00:00.000Z'],
    ['2026-07-04', 'America/New_York', '2026-07-04T04:00:00.000Z'],
    ['2026-12-24', 'Asia/Kolkata', '2026-12-23T18:30:00.000Z'],
    ['2026-12-24', 'UTC', '2026-12-24T00:00:00.000Z'],
    // The nights of clock changes.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00.000Z'],
    ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
    ['2026-12-24T09:30', 'Europe/Oslo', '2026-12-24T09:30:00.000Z'],
    // An offset counts as written.
    ['2026-12-24T09:30+09:00', 'Europe/Oslo', '2026-12-24T00:30:00.000Z'],
    ['2026-12-24T09:30:00.000Z', 'Asia/Kolkata', '2026-12-24T09:30:00.000Z'],
    ['2026-12-24T25:99', 'UTC', '2026-12-24T00:00:00.000Z'],
    ['', 'UTC', null],
  ])('%s in %s at %s', (written, zone, due) => {
    expect(toIso(written, zone)).toBe(due);
  });
});
