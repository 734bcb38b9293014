/** The questions of founders: each after the address of the page that it means. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listSearched } from '#documents/search-index.ts';
import { readWith } from '#engine/content/read.ts';
import { createSearch } from '#islands/search-index.ts';
import { sampleSpace } from '#scripts/sample/index.ts';
import { fixtureSpace } from '../../fixtures/space.ts';
import { createPulled } from '../../unit/content/pulled.ts';

const file = new URL('../founder-questions.txt', import.meta.url);

/** After the day of each post. */
const everyPostIsDue = new Date('2027-01-01');

/** Lists what search knows of the pages with some content. */
async function listOf(entries: typeof sampleSpace.entries) {
  const { read, pullNow } = await createPulled({ entries });
  await pullNow({ now: everyPostIsDue });
  return readWith(read, listSearched);
}

test('19 of 20 questions find first what they mean, and all of them among the first three', async () => {
  const search = createSearch(await listOf(fixtureSpace.entries));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const answers = lines
    .map((line) => line.split(': '))
    .flatMap(([path = '', questions = '']) =>
      questions.split(', ').map((question) => {
        const paths = search(question).results.map((result) => result.path);
        return { question, path, place: paths.indexOf(path) };
      }),
    );
  expect(answers.filter(({ place }) => place < 0 || place > 2)).toEqual([]);
  const others = answers.filter(({ place }) => place > 0);
  expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(answers.length / 20);
});

test('the index of the sample weighs at most 25 KB', async () => {
  const index = JSON.stringify(await listOf(sampleSpace.entries));
  expect(brotliCompressSync(index).length).toBeLessThanOrEqual(25 * 1024);
});
