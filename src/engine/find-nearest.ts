import MiniSearch from 'minisearch';

/** How many letters may differ. */
function countSlips({ length }: string): number {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

/** Finds the word that was meant: one that begins with what is typed, or differs by one letter or two after the first. */
export function findNearest(word: string, vocabulary: readonly string[]): string | undefined {
  const words = new MiniSearch<{ word: string }>({
    fields: ['word'],
    idField: 'word',
    tokenize: (text) => [text],
    processTerm: (text) => text,
  });
  words.addAll([...new Set(vocabulary)].map((one) => ({ word: one })));
  const found = words.search(word, { prefix: word.length > 2, fuzzy: countSlips(word) });
  // People seldom mistake the first letter: 'weather' is not meant by 'neither'.
  return found.flatMap(({ terms }) => terms).find((one) => one.startsWith(word.charAt(0)));
}
