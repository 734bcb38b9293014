import MiniSearch from 'minisearch';

/** How many letters may differ: of a short word two are too much, 'recipe' is not meant by 'retire'. */
function countSlips({ length }: string): number {
  if (length < 5) return 0;
  return length < 8 ? 1 : 2;
}

/** The words in which two neighbours of these letters are exchanged: one slip, which MiniSearch counts as two. */
const exchangeLetters = (word: string): string[] =>
  Array.from(
    word.slice(1),
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );

/**
 * Finds the word that was meant: one that begins with what is typed, has two of its letters exchanged, or differs by one
 * letter or two after the first.
 */
export function findNearest(word: string, vocabulary: readonly string[]): string | undefined {
  const words = new MiniSearch<{ word: string }>({
    fields: ['word'],
    idField: 'word',
    tokenize: (text) => [text],
    processTerm: (text) => text,
  });
  words.addAll([...new Set(vocabulary)].map((one) => ({ word: one })));
  const slips = countSlips(word);
  const found = words.search(word, { prefix: word.length > 3, fuzzy: slips });
  const exchanged = slips === 0 ? [] : exchangeLetters(word).filter((one) => words.has(one));
  // People seldom mistake the first letter: 'weather' is not meant by 'neither'.
  return [...exchanged, ...found.flatMap(({ terms }) => terms)].find((one) =>
    one.startsWith(word.charAt(0)),
  );
}
