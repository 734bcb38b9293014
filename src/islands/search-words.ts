/** What a question asks for, in words that the search index may know. */
import { foldLetters } from '#data/fold-letters.ts';

/** Words of a question that say nothing of what is asked for. */
const functionWords = new Set(
  (
    'a about again all also am an and any anyone anything are as at be been before but by can could did do does ' +
    'doing each even ever every find for from get give go got had has have having he her here his how i if in into ' +
    'is it its just kind know let like look looking many may me might more most much must my myself need no not now ' +
    'of off on one or our ours out over please really shall she should show so some somebody someone something such ' +
    'take tell than that the their them then there these they thing things this those to too up us very want was we ' +
    'were what when where which while who whom whose why will with would you your yours arent cant couldnt doesnt ' +
    'dont hows id ill im isnt ive lets shouldnt thats theres weve whats wheres whether whos wont youre'
  ).split(' '),
);

/** The words that a text is about; all of its words when it has no other. */
export function getTopicWords(text: string): string[] {
  const written = foldLetters(text)
    .split(/[\s/]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ''));
  const words = [...new Set(written)].filter(Boolean);
  const topics = words.filter((word) => /..|\d/.test(word) && !functionWords.has(word));
  return topics.length > 0 ? topics : words;
}

/** Whether two words are forms of one, such as 'hire' and 'hiring'. */
const areForms = (one: string, other: string) => {
  const stem = Math.max(3, Math.max(one.length, other.length) - 3);
  return one.slice(0, stem) === other.slice(0, stem);
};

/** How alike a phrase and a question are: 1 for the same words, 0 for no common one. */
export function comparePhrase(phrase: string, asked: readonly string[]): number {
  const words = getTopicWords(phrase);
  const common = words.filter((word) => asked.some((one) => areForms(one, word)));
  return (2 * common.length) / (words.length + asked.length);
}

/** A word and what is left of it without one letter, or without two. */
function shortenBy(letters: number, word: string): string[] {
  if (letters === 0) return [word];
  const shorter = Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
  return [word, ...shorter.flatMap((one) => shortenBy(letters - 1, one))];
}

/** Finds the word that was meant: one that begins with what is typed, or differs by one letter or two. */
export function findNearest(word: string, vocabulary: readonly string[]): string | undefined {
  if (word.length < 3 || /\d/.test(word)) return undefined;
  const longer = vocabulary.find((known) => known.startsWith(word));
  if (longer) return longer;
  for (const slips of word.length < 4 ? [] : word.length < 7 ? [1] : [1, 2]) {
    const rests = new Set(shortenBy(slips, word));
    const nearest = vocabulary.find(
      (known) =>
        Math.abs(known.length - word.length) <= slips &&
        !functionWords.has(known) &&
        shortenBy(slips, known).some((rest) => rests.has(rest)),
    );
    if (nearest) return nearest;
  }
  return undefined;
}
