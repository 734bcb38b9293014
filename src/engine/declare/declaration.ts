/** What a site declares to the engine: one schema, of which the types are made. */
import * as v from 'valibot';
import { ConfigError } from '../base/config-error.ts';
import { isRecord } from '../base/schemas.ts';
import { fields as formFields } from '../leads/fields.ts';
import { collectionSchema, ownType, type Collection, type Kind } from './collections.ts';
import { flag, functionOf, listOf, objectOf, path, text } from './schemas.ts';
import { wordNames } from './words.ts';

/** What a share image shows. */
export interface ShareCard {
  /** The part of the site, such as 'Blog'; '' for other pages. */
  label: string;
  title: string;
  /** What the item's cover is drawn from; null outside of the labelled parts. */
  cover: { words: string; gradient?: string; type?: string } | null;
  /** Name of the item's own picture below /media/, which is shown in place of its cover. */
  picture?: string;
}

/** What an item has for its card: colours and kind of its cover, and the address of its picture. */
export interface ItemLook {
  gradient?: string | undefined;
  scene?: string | undefined;
  picture?: string | undefined;
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** A page that exists with any content. */
const codePageSchema = objectOf('a page', {
  path,
  title: text,
  /** false: hidden from search engines and absent from the sitemap. */
  indexed: v.optional(flag),
});

const redirectSchema = objectOf('a redirect', {
  /** A path; a final `/*` also takes every path below. Pages go first, then the redirect with the longest path. */
  from: v.pipe(text, v.regex(/^\/[^?#]*$/, 'must be a path that begins with /')),
  /** A path or a web address; a final `/*` keeps the rest: `/news/*` to `/blog/*` leads `/news/a` to `/blog/a`. */
  to: text,
  status: v.picklist([301, 302], 'must be 301 or 302'),
});

/** A form whose messages are stored and mailed (leads/README.md). */
const leadsSchema = objectOf('leads', {
  /** Address of the page with the form, which also takes what the form sends. */
  path,
  /** The page where a form sent without JavaScript ends. A file in src/pages takes the place of the engine's own. */
  sentPath: path,
  /** What the form calls its fields. */
  labels: objectOf(
    'labels',
    v.entriesFromList(
      formFields.map(({ name }) => name),
      text,
    ),
  ),
  /** Recipient and sender of leads, unless CONTACT_INBOX and CONTACT_FROM are set. */
  inbox: text,
  sender: text,
  /**
   * Says above a refused form why it was refused; the address of the inbox follows. `reason` is the engine's sentence,
   * in English: a site in another language has its own for each `status` (413, 422, 429, 503).
   */
  describeFailure: functionOf<(status: number, reason: string) => string>(),
});
export type Leads = v.InferOutput<typeof leadsSchema>;

/** Pictures for link previews, drawn when a page names them first. */
const shareImagesSchema = objectOf('shareImages', {
  getCard: functionOf<(path: string, title: string, look: ItemLook) => ShareCard>(),
  /** `/share/…`: another card has another path. */
  getPath: functionOf<(card: ShareCard) => string>(),
  /** Path of the module with the function `drawShareImage`, which only a process of its own loads. */
  drawing: text,
  /** In place of one that cannot be drawn. */
  plain: v.custom<ShareCard>(isRecord, 'must be an object'),
});
export type ShareImages = v.InferOutput<typeof shareImagesSchema>;

/**
 * What a site tells the engine. What it leaves out is not there: no address, no function, no header. Paths of modules
 * begin at the root of the project; only processes of Node load these, and no bundle contains them.
 */
export const siteSchema = objectOf('a site', {
  /** What the site is called, on pages of the engine's own. */
  name: text,
  collections: listOf(collectionSchema),
  /** IANA name; 'UTC' without one. An entry whose date has no time appears at midnight in this zone. */
  timeZone: v.optional(v.pipe(text, v.check(isTimeZone, 'is no time zone, such as Europe/Vienna'))),
  /** Sentences to visitors in place of the engine's English ones (words.ts). */
  words: v.optional(objectOf('words', v.entriesFromList(wordNames, v.exactOptional(text)))),
  /** The pages in code that the sitemap lists, and whose addresses no entry may take. */
  pages: v.optional(listOf(codePageSchema)),
  /** Of addresses without a page, on both hosts. */
  redirects: v.optional(listOf(redirectSchema)),
  /** Address and media type of a feed among the pages. */
  feed: v.optional(objectOf('feed', { path, type: text })),
  leads: v.optional(leadsSchema),
  shareImages: v.optional(shareImagesSchema),
  /** A copy of the site with what editors have saved and not published, for `npm run preview:drafts` and deploys of Netlify. */
  preview: v.optional(
    objectOf('preview', {
      /** CSS for a page without files of its own, which asks editors for the secret. */
      readStyles: v.optional(functionOf<() => string>()),
    }),
  ),
  /** Path of a module whose `check` throws, with one sentence, for facts that no site can be built with. */
  checks: v.optional(text),
  /** Path of a module with `checkBuilt(folder, config, isLocal)`: what `npm run doctor` says of the built site. */
  doctor: v.optional(text),
  /** Path of a module with `sampleSpace`, the content of a site without an account; `images/` beside it has its artwork. */
  sample: v.optional(text),
});
export type Site = v.InferOutput<typeof siteSchema>;

/** Draws a share image. @param mediaDirectory has the items' own pictures */
export type DrawShareImage = (card: ShareCard, mediaDirectory?: string) => Promise<Buffer>;

/** The result of one check of `npm run doctor`. A `note` matters only before the site goes live. */
export interface Finding {
  level: 'fine' | 'note' | 'wrong';
  line: string;
  details?: readonly string[];
}

/** What is wrong, after the key of the part. */
type Fault = readonly [key: string, fault: string];

/** What every entry has beside its fields, and a linked one, too. */
const takenNames = ['id', 'updatedAt', 'readingMinutes', 'opening', 'draft', 'marks', 'path'];

/** Lists the names of fields in a type, after the keys that have them, and the kinds that these fields must be of. */
function* listNames({
  fields,
  date,
  withheldUntil,
  pages,
}: Collection): Generator<readonly [key: string, name: string | undefined, kind?: Kind]> {
  yield ['date', date, 'date'];
  yield ['withheldUntil', withheldUntil, 'date'];
  for (const [key, { otherwise }] of Object.entries(fields))
    if (typeof otherwise === 'object') yield [`fields.${key}.otherwise.field`, otherwise.field];
  if (!pages) return;
  const { head, lead, tags, gradient, scene, search } = pages;
  const named = { 'head.title': head.title, 'head.description': head.description, lead };
  for (const [key, name] of Object.entries({ ...named, gradient, scene }))
    yield [`pages.${key}`, name];
  yield ['pages.tags', tags, 'tags'];
  if (typeof search?.kind === 'object') yield ['pages.search.kind.field', search.kind.field];
  for (const name of search?.words ?? []) yield ['pages.search.words', name];
}

function* findTypeFaults(type: Collection, types: readonly string[]): Generator<Fault> {
  const { fields } = type;
  for (const [key, { to = [] }] of Object.entries(fields)) {
    if (takenNames.includes(key))
      yield [`fields.${key}`, 'has a name that every entry has already: choose another'];
    const unknown = to.find((one) => one !== ownType && !types.includes(one.contentType));
    if (typeof unknown === 'object')
      yield [
        `fields.${key}.to`,
        `names the type '${unknown.contentType}', which is missing in 'collections'`,
      ];
  }
  const missing = ['title', 'slug'].find((key) => type.pages && !fields[key]);
  if (missing !== undefined)
    yield ['fields', `must have '${missing}', because an entry with a page has one`];
  const bodies = Object.keys(fields).filter((key) => fields[key]?.kind === 'body');
  if (bodies.length > 1) yield ['fields', `must have one body, and has ${bodies.join(', ')}`];
  for (const [key, name, kind] of listNames(type)) {
    const usable = Object.keys(fields).filter((one) => !kind || fields[one]?.kind === kind);
    const what = kind ? `a field of kind ${kind}` : 'a field';
    if (name !== undefined && !usable.includes(name))
      yield [key, `must name ${what}, of which the type has ${usable.join(', ') || 'none'}`];
  }
}

/** Finds what is wrong between the parts of a site. */
function* findFaults({ collections }: Site): Generator<Fault> {
  const identities = {
    name: collections.map(({ name }) => name),
    contentType: collections.map(({ contentType, idInSpace }) => idInSpace ?? contentType),
    path: collections.flatMap(({ pages }) => pages?.path ?? []),
  };
  for (const [key, values] of Object.entries(identities)) {
    const twin = values.find((value, index) => values.indexOf(value) < index);
    if (twin !== undefined)
      yield ['collections', `has two types with the ${key} '${twin}': change one`];
  }
  const types = collections.map(({ contentType }) => contentType);
  for (const type of collections)
    for (const [key, fault] of findTypeFaults(type, types))
      yield [`collections.${type.name}.${key}`, fault];
}

/** Formats the key of an issue. A type has its name in place of its number. */
function formatKey({ path }: v.BaseIssue<unknown>): string {
  const isOfType = path?.[0].key === 'collections';
  const keys = (path ?? []).map(({ key, value }, depth) =>
    isOfType && depth === 1 && isRecord(value) && typeof value.name === 'string' ? value.name : key,
  );
  return keys.join('.');
}

function createError(key: string, fault: string): ConfigError {
  const part = key === '' ? "its export 'site'" : `'${key}'`;
  return new ConfigError(`The site (#site in package.json): ${part} ${fault}.`);
}

/** @throws {ConfigError} one sentence that names the key of the first part that cannot be used */
export function checkSite(given: unknown): void {
  const { issues, output } = v.safeParse(siteSchema, given);
  if (issues) throw createError(formatKey(issues[0]), issues[0].message);
  const [fault] = findFaults(output);
  if (fault) throw createError(...fault);
}
