/** Asks SQLite how it finds what the statements of a snapshot read: by an index, whatever the number of entries. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as v from 'valibot';
import { listMediaNames, snapshotFile } from '#engine/content/index.ts';
import type { Query, QueryType } from '#engine/content/snapshot/queries.ts';
import { createPulled } from './pulled.ts';

const posts = { collection: 'posts' };
/** One query of each type. */
const queries: { [T in QueryType]: Query & { type: T } } = {
  list: { type: 'list', ...posts },
  item: { type: 'item', ...posts, slug: 'one' },
  'has-item': { type: 'has-item', ...posts, slug: 'one' },
  neighbours: { type: 'neighbours', ...posts, slug: 'one' },
  first: { type: 'first', ...posts, most: 3 },
  items: { type: 'items', ...posts, most: 24 },
  titles: { type: 'titles', ...posts },
  singles: { type: 'singles' },
  tags: { type: 'tags', ...posts },
  address: { type: 'address', id: 'one' },
  overview: { type: 'overview' },
  year: { type: 'year' },
  month: { type: 'month' },
  day: { type: 'day' },
  locale: { type: 'locale' },
  report: { type: 'report' },
  'editor-note': { type: 'editor-note', id: 'one' },
};

/** The statements that may read as much as there is, each with the reason. None runs once for each entry. */
const readMuch: Readonly<Record<string, string>> = {
  'SELECT id FROM entry': 'a pull of everything removes what the service no longer has',
  'SELECT id FROM entry WHERE due <= ? AND collection NOT IN ()':
    'its index has those alone that wait for their date',
  'SELECT min(due) AS number FROM entry WHERE due IS NOT NULL AND collection NOT IN ()':
    'the first one in the same index',
  'SELECT id FROM entry WHERE lacks_files = 1': 'its index has those alone that lack files',
  'SELECT count(*) AS number FROM entry WHERE collection = ? AND is_shown = 1':
    'a pull compares how many are shown, counted in an index',
  "SELECT collection, id AS entryId, title AS entryTitle, slug, findings, file_findings AS fileFindings FROM entry WHERE findings <> '[]' OR file_findings <> '[]' ORDER BY collection, time DESC, id":
    'the report has all problems',
  'SELECT DISTINCT name AS value FROM media': 'the daily removal keeps all files that are named',
  'SELECT count(*) AS count FROM record WHERE collection = ?':
    'a list says how many there are, counted in an index',
  'SELECT count(*) AS count FROM tagged WHERE collection = ? AND tag = ?':
    'and so does the list of a tag',
  "SELECT id, slug, updated_at AS updatedAt, summary ->> 'title' AS title, summary ->> ? AS gradient, summary ->> ? AS scene, summary -> ? ->> 'src' AS picture, summary ->> 'noIndex' AS noIndex FROM record WHERE collection = ? ORDER BY record.time DESC, record.id":
    'the sitemap has all items',
  'SELECT DISTINCT tag AS slug, count(*) OVER (PARTITION BY tag) AS total, first_value(label) OVER (PARTITION BY tag ORDER BY tagged.time, tagged.id DESC) AS label FROM tagged WHERE collection = ? ORDER BY tag':
    'the sitemap has all tags',
};

/** A search by one of these finds one row, or those that an editor gave the same value or link. */
const telling = ['id', 'slug', 'address', 'key', 'source', 'target'];
const planRow = v.object({ detail: v.string() });

/** Whether a statement ends after some rows: an OR could let it skip many before. */
const isLimited = (sql: string) => sql.includes(' LIMIT ') && !sql.includes(' OR ');

/** Whether a step of a plan sorts, or reads rows without a telling column. */
function readsMuch(step: string, sql: string): boolean {
  if (step.includes('TEMP B-TREE')) return true;
  // Rows that an earlier step of the same plan found.
  if (/^SCAN (?:place|\(subquery-\d+\))$/.test(step)) return false;
  if (step.startsWith('SCAN')) return true;
  const [, columns] = /^SEARCH .*\((.+)\)/.exec(step) ?? [];
  if (columns === undefined || isLimited(sql)) return false;
  return !telling.some((column) => new RegExp(`\\b${column}=\\?`).test(columns));
}

test('no statement reads or sorts more than it has to, but those that may', async () => {
  // The door to SQLite prepares each statement when it is declared, whether it runs or not.
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const { directory, read } = await createPulled();
  for (const query of Object.values(queries)) await read(query);
  listMediaNames(directory);
  const statements = new Set(prepared.mock.calls.map(([sql]) => sql.replaceAll(/\s+/g, ' ')));
  prepared.mockRestore();

  const database = new DatabaseSync(join(directory, snapshotFile));
  onTestFinished(() => database.close());
  const reading = [...statements].filter((sql) => {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    const steps = v.parse(v.array(planRow), plan).map(({ detail }) => detail);
    return steps.some((step) => readsMuch(step, sql));
  });
  expect(statements.size).toBeGreaterThan(40);
  expect(reading.sort()).toEqual(Object.keys(readMuch).sort());
});
