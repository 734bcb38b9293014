/** Twice the entries are twice the work of a pull. */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test, vi } from 'vitest';
import { doc, entryLink, p } from '#data/built-in/document.ts';
import { remoteMedia } from '#engine/content/files/asset.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { post } from '../../fixtures/content.ts';

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

// V8 counts the blocks of code that it loads from now on, unless it optimizes them.
const flags = ['opt', 'maglev'];
for (const flag of flags) setFlagsFromString(`--no-${flag}`);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
vi.resetModules();
afterAll(() => {
  session.disconnect();
  for (const flag of flags) setFlagsFromString(`--${flag}`);
});

const { applyRules, composeRecords } = await import('#engine/content/pull/apply.ts');
const { createReceived } = await import('#engine/content/pull/received.ts');
const { openSnapshotInMemory } = await import('#engine/content/snapshot/database.ts');
const { createRecordWriter } = await import('#engine/content/snapshot/database.ts');
const { parseSiteEntry } = await import('#engine/content/contentful/site-entry.ts');
const { parseItem } = await import('#engine/content/contentful/wire.ts');

/** Counts the blocks of our code that ran since the last count. */
async function countBlocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => /\/src\/engine\/|\/markdown-it(?:-footnote)?\//.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const client = {
  assetProtocol: 'https:',
  host: 'cdn.example',
  pictureOrigin: 'https://files.example',
  showsDrafts: false,
  fetchAsset: () => Promise.resolve(null),
} as const;
const composing = {
  client,
  mediaStore: remoteMedia,
  siteUrl: 'https://www.example.com',
  now: new Date(0),
};

// plans.test.ts asks SQLite, whose own steps nobody can count, how it finds the rows.
test.each<[string, (index: number) => RawEntry['fields']]>([
  ['posts', (index) => ({ slug: `post-${index}`, publishedDate: '2026-01-05' })],
  [
    'posts of one time that link to one post',
    () => ({ content: doc(p(entryLink('post-0', 'a'))) }),
  ],
  ['posts of one address', () => ({ slug: 'one' })],
  ['posts without an address', () => ({ slug: '' })],
])('of a pull of %s', async (_, getFields) => {
  /** Pulls as many posts into a new snapshot. @returns the blocks that ran */
  const count = async (size: number): Promise<number> => {
    const items = repeat(size, (index) =>
      parseSiteEntry(parseItem(post(`post-${index}`, getFields(index))), new Map(), new Map()),
    );
    const database = openSnapshotInMemory();
    await countBlocks();
    const received = createReceived(database);
    for (const item of items) received.save(item, { entries: new Map(), assets: new Map() });
    const { pending } = applyRules(received, composing.now, false);
    const writer = createRecordWriter(database);
    await composeRecords(composing, received, [...pending.values()], writer, true);
    const blocks = await countBlocks();
    database.close();
    return blocks;
  };
  await count(10);
  const once = await count(500);
  const twice = await count(1000);
  expect(once).toBeGreaterThan(500);
  expect(twice / once).toBeLessThan(2.3);
});
