/** Finds what a site still shows of the sample, by the texts in `sample.txt`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { company } from '#data/company.ts';
import { flattenText } from '#engine/content/index.ts';
import { listFiles } from '#engine/disk/index.ts';
import { isRecord } from '#engine/base/schemas.ts';
import { sampleSpace } from '../sample/index.ts';

/** A text of the sample, the file to edit, and one of the places where the site shows the text. */
export interface Leftover {
  file: string;
  text: string;
  place: string;
}

export const listStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isRecord(value) ? Object.values(value).flatMap(listStrings) : [];
};

/** The words of a text: pages and sources differ in quotes, breaks and signs. @public as `describeIcon` */
export const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u00ad'’]/g, '')
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, ' ')
    .trim();

const ownNames = [company.legalName, company.name, company.privacyEmail, company.careersEmail];
/** A sentence is also cut where it names the firm: the rest of a sentence of the sample outlives a new name. */
const ends = new RegExp(
  [
    /<[^>]*>|[\n|]|(?<=[.!?:])\s/.source,
    ...ownNames.map((name) => name.replaceAll('.', '\\.')),
  ].join('|'),
);

/** Cuts a text into sentences and blocks. */
const splitText = (text: string): string[] =>
  text.split(ends).map((one) => one.replace(/\s+/g, ' ').trim());

/** All that a page says, with the texts of its attributes and structured data. @public as `describeIcon` */
export const listPageTexts = (html: string): string[] => {
  const attributes = html.matchAll(
    /\b(?:alt|aria-label|content|href|placeholder|title)="([^"]*)"/g,
  );
  const body = html
    .replace(/<(script|style)\b(?! type="application\/ld)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?(?:a|abbr|b|code|em|i|mark|span|u)\b[^>]*>/g, '');
  const text = [...Array.from(attributes, ([, value = '']) => value), body].join('\n');
  return splitText(new MarkdownIt().utils.unescapeAll(text));
};

/** An icon is known by its name and size. @public tests/specification imports this, and a firm may delete it. */
export const describeIcon = (path: string): string =>
  `${basename(path)} of ${statSync(path).size} bytes`;

/** The texts of the sample, each with the file to edit: of an entry of the sample space, its title. */
const listSample = (): Omit<Leftover, 'place'>[] => [
  ...readFileSync(join(import.meta.dirname, 'sample.txt'), 'utf8')
    .split('\n\n')
    .flatMap((section) => {
      const [file = '', ...texts] = section.trim().split('\n');
      return texts.map((text) => ({ file, text }));
    }),
  ...sampleSpace.entries.map(({ fields }) => ({
    file: 'scripts/sample',
    text: splitText(flattenText(fields.title))[0] ?? '',
  })),
];

/** The names in `kept` that are neither a file nor a text of the sample, and so keep nothing. */
export function findUnknownKept(kept: readonly string[]): string[] {
  const known = new Set(listSample().map(({ text }) => toWords(text)));
  const root = join(import.meta.dirname, '..', '..');
  return kept.filter((name) => !known.has(toWords(name)) && !existsSync(join(root, name)));
}

/** All that a built site says, as words, each with one of its places. The `facts` of the firm are also in mails. */
export async function readShown(
  dist: string,
  facts: readonly string[],
): Promise<Map<string, string>> {
  const shown = new Map(facts.map((fact) => [toWords(fact), 'every page']));
  for (const [name, path] of await listFiles(dist)) {
    const place = `/${name}`.replace(/(\/index)?\.html$/, '') || '/';
    const texts: string[] = [];
    if (/\.(?:html|xml)$/.test(name)) texts.push(...listPageTexts(await readFile(path, 'utf8')));
    else if (/^[^/]+\.(?:svg|png|ico)$/.test(name)) texts.push(describeIcon(path));
    for (const words of texts.map(toWords)) if (!shown.has(words)) shown.set(words, place);
  }
  return shown;
}

/** What is left of the sample among what is `shown`. What is `kept` does not count. */
export function findSample(
  shown: ReadonlyMap<string, string>,
  kept: readonly string[],
): Leftover[] {
  const keptTexts = new Set(kept.map(toWords));
  return listSample().flatMap(({ file, text }) => {
    const place = shown.get(toWords(text));
    const isKept = kept.includes(file) || keptTexts.has(toWords(text));
    return place === undefined || isKept ? [] : { file, text, place };
  });
}
