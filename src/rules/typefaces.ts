import { company } from '../data/company.ts';

/** Printable ASCII without the signs that texts rarely use, plus English punctuation. */
const common = ` !"$%&'()+,-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\u00a0©·×–—‘’“”…`;

/**
 * The characters of the first file of each typeface, which every page loads. The letters of the firm's own
 * name and address are on every page.
 */
export const commonCharacters: ReadonlySet<string> = new Set(
  common + JSON.stringify(company).replace(/[^\p{L}]/gu, ''),
);

/** Parts of a page without a visible character in a typeface of the firm: code, tags, plain entities. */
const invisible = /<(script|style|code)[^]*?<\/\1>|<[^">]*(?:"[^"]*"[^">]*)*>|&(?![lg]t;)#?\w+;/g;

const escapeCharacter = (character: string) =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
const rare = new RegExp(
  `&[lg]t;|[^\\s${Array.from(commonCharacters, escapeCharacter).join('')}]`,
  'u',
);

/** Whether the text of a page has a character that the first file of a typeface lacks. */
export const hasRareCharacter = (html: string): boolean => rare.test(html.replace(invisible, ''));

/** Writes the name of a font family as CSS. */
export const formatFamily = (name: string): string =>
  /^[a-z][a-z -]*$/i.test(name) ? name : `'${name}'`;
