/** The words of a text and of a question, as the search index compares them. */
import { stemmer } from 'stemmer';
import { foldLetters } from '#data/fold-letters.ts';
import { synonyms } from '#data/synonyms.ts';

/** Words of a question that say nothing of what is asked for. */
const functionWords = new Set(
  (
    'a about actually again all also am an and any anyone anything are as at be been before best better but by can ' +
    'company companies could did do does doing each even ever every exactly find for from get give go good got had ' +
    'has have having he her here his how i if in into is it its just kind know let like look looking many may me ' +
    'might more most much must my myself need new no not now of off offer on one or our ours out over please provide ' +
    'really say says shall she should show so some somebody someone something still such take tell than that the ' +
    'their them then there these they thing things this those to too up us use used using very want was we were what ' +
    'when where which while who whom whose why will with work worked working works would you your yours arent cant ' +
    'couldnt doesnt dont hows id ill im isnt ive lets shouldnt thats theres weve whats wheres whether whos wont youre ' +
    'already guys hello hi instead lately million still yet'
  ).split(' '),
);

const isTopic = (word: string) => /..|\d/.test(word) && !functionWords.has(word);

/** Forms of verbs that have another stem. */
const verbs = new Map(
  Object.entries({
    bought: 'buy',
    brought: 'bring',
    built: 'build',
    chose: 'choose',
    chosen: 'choose',
    fell: 'fall',
    gone: 'go',
    grew: 'grow',
    grown: 'grow',
    held: 'hold',
    kept: 'keep',
    left: 'leave',
    lost: 'lose',
    met: 'meet',
    paid: 'pay',
    ran: 'run',
    sent: 'send',
    sold: 'sell',
    spent: 'spend',
    told: 'tell',
    went: 'go',
    won: 'win',
    written: 'write',
    wrote: 'write',
  }),
);

/** What the forms of a word have in common: 'hire' and 'hiring', 'grew' and 'grow', 'Łódź' and 'lodz'. */
export function getStem(word: string): string {
  const folded = foldLetters(word);
  const american = folded.replace(/([iy])s(e[drs]?|ing|ation)$/, '$1z$2');
  return stemmer(verbs.get(american) ?? american);
}

const betweenPhrases = /[,.:;!?()“”"]+(?:\s|$)|\n/;

/** Lists the words of each phrase. An amount is one word: '$3,000' is '3000'. */
const listPhrases = (text: string): string[][] =>
  foldLetters(text)
    .replace(/['’]/g, '')
    .replace(/(\d)[,.](?=\d{3}(?!\d))/g, '$1')
    .split(betweenPhrases)
    .map((phrase) => phrase.match(/[\p{L}\p{N}]+/gu) ?? []);

/** The words of a phrase that it is about; all of its words when it has no other. */
function getTopics(words: readonly string[]): readonly string[] {
  const topics = words.filter(isTopic);
  return topics.length > 0 ? topics : words;
}

/** The words that a question is about. */
export const getTopicWords = (question: string): string[] => [
  ...new Set(listPhrases(question).flatMap(getTopics)),
];

/** What stands for each word that a question is about: its stem, and the word as one with a neighbor. */
export const getTopicTerms = (question: string): string[][] =>
  listPhrases(question).flatMap((words) => {
    const topics = getTopics(words);
    return words.flatMap((word, at) => {
      if (!topics.includes(word)) return [];
      const withNeighbor = [words.slice(at - 1, at + 1), words.slice(at, at + 2)];
      return [
        [[word], ...withNeighbor.filter(({ length }) => length > 1)].map((some) =>
          getStem(some.join('')),
        ),
      ];
    });
  });

const nameSign = '=';

/** The term that finds a name of these words and no others. */
export const asName = (...stems: string[]): string => nameSign + stems.join(' ');

/** Whether a term is a whole phrase. */
export const isName = (term: string): boolean => term.startsWith(nameSign);

/**
 * What a text is found by: the stems of its words, and neighbours as one word, so that 'e-commerce' is 'ecommerce' and
 * phrases find phrases.
 * @param hasNames whether each phrase is a name, which a question finds that says nothing else
 */
export function getTerms(text: string, hasNames: boolean): string[] {
  return listPhrases(text).flatMap((words) => {
    const topics = getTopics(words);
    const pairs = words.flatMap((word, index) => {
      const next = words[index + 1];
      if (next === undefined || !(topics.includes(word) || topics.includes(next))) return [];
      return getStem(word + next);
    });
    const stems = topics.map(getStem);
    return [...stems, ...pairs, ...(hasNames && stems.length > 0 ? [asName(...stems)] : [])];
  });
}

const meanings = new Map<string, string[]>();
for (const [used, asked] of Object.entries(synonyms))
  for (const one of asked.split(', ')) {
    const term = getStem(one.replace(' ', ''));
    meanings.set(term, [...(meanings.get(term) ?? []), getStem(used.replace(' ', ''))]);
  }

/** Words that questions have in place of those of pages, and these. */
export const synonymWords = Object.entries(synonyms).flatMap(([used, asked]) => [
  used,
  ...asked.toLowerCase().split(', '),
]);

/** The stems that pages may have in place of a term. */
export const getSynonyms = (term: string): readonly string[] => meanings.get(term) ?? [];
