/** Twice the content is twice the work and at most twice the page, whatever an entry has much of. */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test, vi } from 'vitest';
import {
  a,
  asset,
  code,
  doc,
  entry,
  h2,
  li,
  p,
  table,
  ul,
} from '../../../src/engine/content/fallback/document.ts';
import { remoteMedia } from '../../../src/engine/content/files/asset.ts';

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
const { createComposer, toTarget } =
  await import('../../../src/engine/content/articles/compose.ts');
const { parsePost } = await import('../../../src/engine/content/articles/entries.ts');
afterAll(() => {
  session.disconnect();
  for (const flag of flags) setFlagsFromString(`--${flag}`);
});

/** Counts the blocks of our code that ran since the last count. */
async function countBlocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/engine/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Composes a post whose links and embeds lead to the post itself, and to an asset with its texts. */
async function compose(fields: Record<string, unknown>) {
  const { record } = parsePost({
    ...{ id: 'one', revision: 1, createdAt: '', updatedAt: '', contentType: 'blogPost' },
    fields: { slug: 'one', ...fields },
  });
  if (!record) throw new Error('The post is left out.');
  const composeRecord = createComposer({
    getTarget: () => toTarget(record),
    getAsset: () => ({
      fields: {
        title: fields.title,
        description: fields.excerpt,
        file: { url: '//files.example/one', contentType: 'image/png' },
      },
    }),
    assetProtocol: 'https:',
    siteHost: 'www.example.com',
    files: remoteMedia,
  });
  const composed = await composeRecord(record, fields.content);
  // Each tag has a page that shows all tags.
  return [composed, record.tags.map(() => composed.summary)];
}

test.each<[string, (count: number) => Record<string, unknown>]>([
  ['equal headings', (n) => ({ content: doc(...repeat(n, () => h2('Same'))) })],
  [
    'headings whose ids others have',
    (n) => ({ content: doc(...repeat(n, (i) => h2(i % 2 ? 'a' : `a ${i}`))) }),
  ],
  ['paragraphs of code', (n) => ({ content: doc(...repeat(n, () => p(code('a = 1')))) })],
  [
    'nested lists',
    (n) => ({ content: doc(repeat(n, () => p('a')).reduce((inner, one) => ul(li(one, inner)))) }),
  ],
  ['tables', (n) => ({ content: doc(h2(words(n)), ...repeat(n, () => table(['a'], ['b']))) })],
  ['links', (n) => ({ content: doc(p(...repeat(n, (i) => a(`#${i}`, 'a')))) })],
  [
    'cards of a long entry',
    (n) => ({ title: words(n), excerpt: words(n), content: doc(...repeat(n, () => entry('one'))) }),
  ],
  [
    'pictures with a long text',
    (n) => ({ title: words(n), excerpt: words(n), content: doc(...repeat(n, () => asset('one'))) }),
  ],
  ['tags', (n) => ({ tags: repeat(n, (i) => `Tag ${i}`) })],
])('of %s', async (_, make) => {
  /** The blocks that run for an entry, and the characters that its pages show. */
  const count = async (size: number): Promise<number> => {
    await countBlocks();
    const { length } = JSON.stringify(await compose(make(size)));
    return length + (await countBlocks());
  };
  await count(10);
  const [once, twice] = [await count(1000), await count(2000)];
  expect(twice / once).toBeLessThan(2.3);
});
