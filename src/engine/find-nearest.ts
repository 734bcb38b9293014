import MiniSearch from 'minisearch';

/** How many letters may differ. */
function countSlips({ length }: string): number {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

/** Finds the word that was meant: one that begins with what is typed, or differs by one letter or two. */
export function findNearest(word: string, vocabulary: readonly string[]): string | undefined {
  const words = new MiniSearch<{ word: string }>({
    fields: ['word'],
    idField: 'word',
    tokenize: (text) => [text],
    processTerm: (text) => text,
  });
  words.addAll([...new Set(vocabulary)].map((one) => ({ word: one })));
  const [nearest] = words.search(word, { prefix: word.length > 2, fuzzy: countSlips(word) });
  return nearest?.terms[0];
}
