/** Twice the content is twice the work and at most twice the page, whatever an entry has much of. */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test, vi } from 'vitest';
import { a, asset, code, doc, entry, entryLink, h2, p, table } from '#data/built-in/document.ts';
import { remoteMedia } from '#engine/content/files/asset.ts';
import { posts } from '#collections/posts.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { entryOf, post } from '../../fixtures/content.ts';
import { barePost } from '../../fixtures/records.ts';

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const words = (count: number) => 'word '.repeat(count);

// V8 counts the blocks of code that it loads from now on, unless it optimizes them.
const flags = ['opt', 'maglev'];
for (const flag of flags) setFlagsFromString(`--no-${flag}`);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
vi.resetModules();
const { createComposer, toTarget } = await import('#engine/content/records/compose.ts');
afterAll(() => {
  session.disconnect();
  for (const flag of flags) setFlagsFromString(`--${flag}`);
});

const { applyRules, composeRecords } = await import('#engine/content/pull/apply.ts');
const { createReceived } = await import('#engine/content/pull/received.ts');
const { openSnapshotInMemory } = await import('#engine/content/snapshot/database.ts');
const { createRecordWriter } = await import('#engine/content/snapshot/write.ts');
const { parseSiteEntry } = await import('#engine/content/contentful/site-fields.ts');
const { parseBody } = await import('#engine/content/contentful/site-body.ts');
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

test.each<[string, (count: number) => unknown[] | string]>([
  ['paragraphs of code', (n) => repeat(n, () => p(code('a = 1')))],
  ['tables', (n) => [h2(words(n)), ...repeat(n, () => table(['a'], ['b']))]],
  ['links', (n) => [p(...repeat(n, (i) => a(`#${i}`, 'a')))]],
  ['cards of a long entry', (n) => repeat(n, () => entry('one'))],
  ['pictures with a long text', (n) => repeat(n, () => asset('one'))],
  ['Markdown', (n) => '- *a*\n\n| a |\n|---|\n| b |\n\n'.repeat(n)],
  ['footnotes', (n) => repeat(n, (i) => `a[^${i}]\n\n[^${i}]: b\n\n`).join('')],
  ['embeds of a long entry', (n) => repeat(n, () => entry('long'))],
])('of %s', async (_, make) => {
  /**
   * Composes a post whose cards are its own and whose pictures are one asset, all with long texts.
   * @returns the blocks that ran, and the characters that its page shows
   */
  const count = async (size: number): Promise<number> => {
    const text = words(size);
    const post = { ...barePost, title: text, excerpt: text, featuredImage: null };
    const file = { url: '//files.example/one', contentType: 'image/png' };
    const made = make(size);
    const entries = new Map([['long', parseItem(entryOf('note', 'long', { text }))]]);
    await countBlocks();
    const body = typeof made === 'string' ? made : { ...doc(), content: made };
    const { richText } = parseBody(body, entries);
    const compose = createComposer(
      composing,
      () => ({ fields: { title: text, description: text, file } }),
      () => toTarget(post, posts),
      () => null,
    );
    return (
      JSON.stringify(await compose(post, posts, richText, true)).length + (await countBlocks())
    );
  };
  await count(10);
  const once = await count(1000);
  const twice = await count(2000);
  expect(twice / once).toBeLessThan(2.3);
});

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
      parseSiteEntry(parseItem(post(`post-${index}`, getFields(index))), new Map()),
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
