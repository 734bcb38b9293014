/** Compares the site with the digests in `sample.txt`, which tests/specification/build/sample.test.ts writes. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import MarkdownIt from 'markdown-it';
import * as v from 'valibot';
import { company } from '#data/company.ts';
import { flattenText } from '#engine/content/index.ts';
import { listFiles } from '#engine/disk/index.ts';
import { parseJson } from '#engine/schemas.ts';
import { isRecord } from '#engine/unknown.ts';
import { sampleSpace } from '../content-service/sample/index.ts';

/** What the site says or shows, and one of the places where it does. */
export interface Shown {
  text: string;
  place: string;
}

/** A text without what pages and sources write in several ways: spaces and quotes. */
const squeeze = (text: string) => text.toLowerCase().replace(/[\s\u00ad'"‘’“”`\\]/g, '');

/** A text also without the sign at its end. @public tests/specification imports this, and a firm may delete it. */
export const reduce = (text: string): string => squeeze(text).replace(/[.,:;!?]+$/, '');

/** @public */
export const createDigest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 7);

export const listStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isRecord(value) ? Object.values(value).flatMap(listStrings) : [];
};

const decode = new MarkdownIt().utils.unescapeAll;

const ownNames = [company.legalName, company.name, company.privacyEmail, company.careersEmail];

/** The sentences of a text, also without the firm's own name, which changes in a sentence of the sample. */
function splitSentences(text: string): string[] {
  const nameless = ownNames.reduce((left, name) => left.replaceAll(name, ' '), text);
  return [text, nameless].flatMap((one) => one.split(/(?<=[.!?:])\s+|\n+|\s\|\s/));
}

const tag = /<(?:"[^"]*"|'[^']*'|[^>"'])*>/g;

/** Everything that a page says: its text, the texts of attributes, and its structured data. */
const listPageTexts = (html: string): string[] => [
  ...Array.from(
    html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
    ([, json = '']) => listStrings(parseJson(v.unknown(), json)).join('\n'),
  ),
  ...Array.from(
    html.matchAll(/\b(?:alt|aria-label|content|href|placeholder|title)="([^"]*)"/g),
    ([, text = '']) => decode(text),
  ),
  decode(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '\n')
      .replace(/<\/?(?:a|abbr|b|code|em|i|mark|span|u)\b[^>]*>/g, '')
      .replace(tag, '\n'),
  ),
];

const readers: readonly [RegExp, (text: string) => string[]][] = [
  [/\.(?:html|xml)$/, listPageTexts],
  [/\.txt$/, (text) => [text.replace(/\]\([^)]*\)|[[\]>#]|^- /gm, '\n')]],
];

/** Everything that a built site says, and its icons, by digest. */
export async function readShown(dist: string): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  const add = (digest: string, text: string, place: string) => {
    if (!shown.has(digest)) shown.set(digest, { text, place });
  };
  for (const [name, path] of await listFiles(dist)) {
    const place = `/${name}`.replace(/(\/index)?\.html$/, '');
    const [, list] = readers.find(([ending]) => ending.test(name)) ?? [];
    if (list) {
      for (const text of list(await readFile(path, 'utf8')).flatMap(splitSentences))
        add(createDigest(reduce(text)), text.replace(/\s+/g, ' ').trim(), place || '/');
    } else if (/^\/[^/]+\.(?:svg|png|ico)$/.test(place)) {
      add(createDigest(await readFile(path)), place, place);
    }
  }
  return shown;
}

/** The digests of the sample, each with the file to edit. Of an entry of the sample space, its title. */
const listSample = (): (readonly [digest: string, file: string])[] => [
  ...readFileSync(new URL('sample.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [file = '', ...digests] = line.split(' ');
      return digests.map((digest) => [digest, file] as const);
    }),
  ...sampleSpace.entries.map(({ fields }) => {
    const [title = ''] = splitSentences(flattenText(fields.title));
    return [createDigest(reduce(title)), 'scripts/content-service/sample'] as const;
  }),
];

const root = join(import.meta.dirname, '..', '..');

/** Finds the file to edit for a text: the one of the sample, or another one that has the same words. */
function createFindSource() {
  const all = ['src/**/*.{astro,ts}', 'scripts/content-service/sample/**/*.ts'];
  const sources = globSync(all, { cwd: root }).map((name) => ({
    file: name.split(sep).join('/'),
    source: squeeze(readFileSync(join(root, name), 'utf8')),
  }));
  return (file: string, text: string): string => {
    const holders = sources.filter(({ source }) => source.includes(squeeze(text)));
    const isThere = holders.length === 0 || holders.some((one) => one.file === file);
    return isThere || !file.startsWith('src/') ? file : (holders[0]?.file ?? file);
  };
}

/** The names of `kept` that are neither a file nor a text of the sample, and so keep nothing. */
export function findUnknownKept(kept: readonly string[]): string[] {
  const digests = new Set(listSample().map(([digest]) => digest));
  return kept.filter(
    (name) => !digests.has(createDigest(reduce(name))) && !existsSync(join(root, name)),
  );
}

/** What a site, or its `facts`, still shows of the sample, by the file to edit. What is `kept` does not count. */
export function findSample(
  shown: ReadonlyMap<string, Shown>,
  facts: readonly string[],
  kept: readonly string[],
): Map<string, Shown[]> {
  const used = new Map(
    facts.map((text) => [createDigest(reduce(text)), { text, place: 'every page' }]),
  );
  const keptDigests = new Set(kept.map((text) => createDigest(reduce(text))));
  const found = new Map<string, Shown[]>();
  const findSource = createFindSource();
  for (const [digest, firstFile] of listSample()) {
    const one = shown.get(digest) ?? used.get(digest);
    if (!one) continue;
    const file = findSource(firstFile, one.text);
    if (keptDigests.has(digest) || kept.includes(file)) continue;
    found.set(file, [...(found.get(file) ?? []), one]);
  }
  return found;
}
