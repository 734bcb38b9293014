import * as v from 'valibot';
import type { Database } from '../../disk/index.ts';
import { pageSize } from './lists.ts';

const startRow = v.object({ rank: v.number() });
const countRow = v.object({ count: v.number() });
const versionRow = v.object({ data_version: v.number() });

/** The length of a list, and the rank of the oldest item of each archive page. */
export interface Places {
  total: number;
  starts: readonly number[];
}

/**
 * Counts the lists and finds where their archive pages begin, with one pass over an index. The result is
 * kept until the next write into the snapshot: a first render asks for thousands of archive pages, and a
 * pass for each would take longer than the pages.
 */
export function createPlaces({ select }: Database) {
  const readVersion = select('PRAGMA data_version', versionRow);
  const known = new Map<string, Places>();
  let version: number | undefined;

  const createFinder = (list: string) => {
    const findStarts = select(
      `SELECT rank FROM (SELECT rank, row_number() OVER (ORDER BY rank) - 1 AS place FROM ${list})
      WHERE place % ${pageSize} = 0 ORDER BY rank`,
      startRow,
    );
    const countFrom = select(`SELECT count(*) AS count FROM ${list} AND rank >= ?`, countRow);
    return (name: string): Places => {
      const current = readVersion()[0]?.data_version;
      if (current !== version) known.clear();
      version = current;
      const key = `${list} ${name}`;
      const before = known.get(key);
      if (before) return before;
      const starts = findStarts(name).map(({ rank }) => rank);
      const last = starts.at(-1);
      const onLast = last === undefined ? 0 : (countFrom(name, last)[0]?.count ?? 0);
      const places = { total: Math.max(0, starts.length - 1) * pageSize + onLast, starts };
      known.set(key, places);
      return places;
    };
  };

  return {
    /** The list of the records of a type. */
    ofType: createFinder('record WHERE type = ?'),
    /** The list of the posts with a tag. */
    ofTag: createFinder('tagged WHERE tag = ?'),
  };
}
