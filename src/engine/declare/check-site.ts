/** Checks what a site declares: for what its types cannot say, and for a site without types. */
import * as v from 'valibot';
import { ownType, type Collection, type Field, type Fields } from './collections.ts';
import { ConfigError } from '../base/config-error.ts';
import type { Site } from './declaration.ts';
import { fields as formFields } from '../leads/fields.ts';
import { isRecord } from '../base/unknown.ts';
import { englishWords } from './words.ts';

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const path = v.pipe(
  text,
  v.regex(/^\/(?:[^?#]*[^?#/])?$/, 'must be a path that begins with / and does not end with one'),
);
const id = v.pipe(text, v.regex(/^[\w.-]{1,64}$/, 'must be an id of Contentful, such as blogPost'));
const word = v.pipe(text, v.regex(/^[a-z]\w*$/i, 'must be one word of letters and digits'));
const code = v.function('must be a function');
const boolean = v.boolean('must be true or false');
const list = <T extends v.GenericSchema>(item: T) => v.array(item, 'must be a list');
const object = 'must be an object';

const describeObject = ({ expected }: v.BaseIssue<unknown>) =>
  expected === 'Object' ? object : 'is missing';

/** An object with these keys and no others. @param what names the object: 'a site' */
const strict = <E extends v.ObjectEntries>(what: string, entries: E) =>
  v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? `is no part of ${what}, which may have ${Object.keys(entries).join(', ')}`
      : describeObject(issue),
  );

/** An object whose keys are names of the engine. */
const named = <T extends v.GenericSchema>(what: string, names: readonly string[], value: T) =>
  strict(what, Object.fromEntries(names.map((name) => [name, value])));

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

const kinds = [
  ...['text', 'date', 'picture', 'tags', 'number', 'boolean', 'choice', 'entry', 'entries'],
  ...['slug', 'body'],
];
const textOrField = v.union(
  [v.string(), strict('this object', { field: text })],
  "must be a text or { field: 'name' }",
);
const fieldSchema = strict('a field', {
  kind: v.picklist(kinds, `must be one of ${kinds.join(', ')}: 'field' makes each`),
  name: text,
  help: text,
  idInSpace: v.optional(id),
  required: v.optional(boolean),
  otherwise: v.optional(textOrField),
  format: v.optional(code),
  isLong: v.optional(boolean),
  hasTime: v.optional(boolean),
  validations: v.optional(list(v.looseObject({}, object))),
  choices: v.optional(list(text)),
  to: v.optional(
    list(
      v.union(
        [v.literal(ownType), v.looseObject({ contentType: text })],
        'must be a declared type, or ownType',
      ),
    ),
  ),
});

const pagesSchema = strict('pages', {
  path: v.pipe(text, v.regex(/^\/[\w-]+$/, 'must be one part such as /journal')),
  label: text,
  head: strict('head', { title: text, description: text }),
  lead: text,
  shownFirst: v.pipe(
    v.number('must be a number'),
    v.integer('must be whole'),
    v.minValue(1, 'must be 1 or more'),
  ),
  titles: strict('titles', { archive: code, tag: code }),
  // A site may have more words for its own pages there.
  words: v.looseObject(
    {
      loading: text,
      failed: text,
      notFound: text,
      notFoundHint: v.optional(text),
      back: text,
      loadingList: text,
      listFailed: text,
      listFailedTitle: v.optional(text),
    },
    describeObject,
  ),
  tags: v.optional(text),
  gradient: v.optional(text),
  scene: v.optional(text),
  search: v.optional(strict('search', { kind: textOrField, words: v.optional(list(text)) })),
  withoutType: text,
  builtIn: v.optional(list(v.looseObject({ slug: text }, object))),
});

const typeSchema = strict('a content type', {
  name: word,
  contentType: id,
  idInSpace: v.optional(id),
  title: text,
  help: text,
  date: v.optional(text),
  comingFirst: v.optional(boolean),
  isSingle: v.optional(boolean),
  withheldUntil: v.optional(text),
  fields: v.record(word, fieldSchema, object),
  pages: v.optional(pagesSchema),
});

const siteSchema = strict('a site', {
  name: text,
  collections: list(typeSchema),
  timeZone: v.optional(v.pipe(text, v.check(isTimeZone, 'is no time zone, such as Europe/Vienna'))),
  words: v.optional(named('words', Object.keys(englishWords), v.optional(text))),
  pages: v.optional(list(strict('a page', { path, title: text, indexed: v.optional(boolean) }))),
  redirects: v.optional(
    list(
      strict('a redirect', {
        from: v.pipe(text, v.regex(/^\/[^?#]*$/, 'must be a path that begins with /')),
        to: text,
        status: v.picklist([301, 302], 'must be 301 or 302'),
      }),
    ),
  ),
  feed: v.optional(strict('feed', { path, type: text })),
  leads: v.optional(
    strict('leads', {
      path,
      sentPath: path,
      labels: named(
        'labels',
        formFields.map(({ name }) => name),
        text,
      ),
      inbox: text,
      sender: text,
      describeFailure: code,
    }),
  ),
  shareImages: v.optional(
    strict('shareImages', {
      getCard: code,
      getPath: code,
      drawing: text,
      plain: v.looseObject({}, object),
    }),
  ),
  preview: v.optional(strict('preview', { readStyles: v.optional(code) })),
  checks: v.optional(text),
  doctor: v.optional(text),
  sample: v.optional(text),
});

/** What is wrong, after the key of the part: `date`, or '' for the whole. */
type Fault = readonly [key: string, fault: string];

function* within(place: string, faults: Iterable<Fault>): Generator<Fault> {
  for (const [key, fault] of faults) yield [key === '' ? place : `${place}.${key}`, fault];
}

/** What every entry has beside its fields, and a linked one, too. */
const taken = ['id', 'updatedAt', 'readingMinutes', 'opening', 'draft', 'marks', 'path'];

/** Addresses that are the engine's. */
const ownAddresses = ['/live', '/api', '/media', '/share', '/_astro', '/content-report'];

/** Finds names that no field of the type has, or one of another kind. */
function* findUnknown(
  fields: Fields,
  names: Readonly<Record<string, string | undefined>>,
  kind?: Field['kind'],
): Generator<Fault> {
  const usable = Object.keys(fields).filter(
    (key) => kind === undefined || fields[key]?.kind === kind,
  );
  const what = kind === undefined ? 'a field' : `a field of kind ${kind}`;
  for (const [key, name] of Object.entries(names))
    if (name !== undefined && !usable.includes(name))
      yield [key, `must name ${what}, of which the type has ${usable.join(', ') || 'none'}`];
}

function* findFieldFaults(
  key: string,
  { kind, choices = [], to = [], otherwise }: Field,
  fields: Fields,
  types: readonly string[],
): Generator<Fault> {
  if (taken.includes(key)) yield ['', 'has a name that every entry has already: choose another'];
  if ((key === 'slug') !== (kind === 'slug'))
    yield ['', "must have another name or kind: 'slug' is the name of the field of kind slug"];
  if (kind === 'choice' && choices.length === 0) yield ['choices', 'must have a value'];
  if ((kind === 'entry' || kind === 'entries') && to.length === 0) yield ['to', 'must have a type'];
  for (const one of to)
    if (one !== ownType && !types.includes(one.contentType))
      yield ['to', `names the type '${one.contentType}', which is missing in 'collections'`];
  if (typeof otherwise === 'object')
    yield* findUnknown(fields, { 'otherwise.field': otherwise.field });
}

function* findPagesFaults({ fields, pages }: Collection): Generator<Fault> {
  if (!pages) return;
  const { path, head, lead, tags, gradient, scene, search } = pages;
  if (ownAddresses.includes(path)) yield ['path', 'is an address of the engine: choose another'];
  yield* findUnknown(fields, { tags }, 'tags');
  yield* findUnknown(fields, {
    'head.title': head.title,
    'head.description': head.description,
    lead,
    gradient,
    scene,
    'search.kind.field': typeof search?.kind === 'object' ? search.kind.field : undefined,
  });
  for (const word of search?.words ?? []) yield* findUnknown(fields, { 'search.words': word });
}

function* findTypeFaults(type: Collection, types: readonly string[]): Generator<Fault> {
  const { fields, pages, date, withheldUntil, comingFirst = false } = type;
  for (const [key, field] of Object.entries(fields))
    yield* within(`fields.${key}`, findFieldFaults(key, field, fields, types));
  const missing = ['title', 'slug'].find((key) => pages && !fields[key]);
  if (missing !== undefined)
    yield ['fields', `must have '${missing}', because an entry with a page has one`];
  const bodies = Object.keys(fields).filter((key) => fields[key]?.kind === 'body');
  if (bodies.length > 1) yield ['fields', `must have one body, and has ${bodies.join(', ')}`];
  yield* findUnknown(fields, { date, withheldUntil }, 'date');
  if (comingFirst && date === undefined)
    yield ['comingFirst', "needs 'date', the name of the field with the day"];
  yield* within('pages', findPagesFaults(type));
}

/** Finds values that stand twice. @param what has them: 'types with the name' */
function* findTwins(
  key: string,
  what: string,
  values: readonly (string | undefined)[],
): Generator<Fault> {
  for (const [index, value] of values.entries())
    if (value !== undefined && values.indexOf(value) < index)
      yield [key, `has two ${what} '${value}': change one`];
}

function* findFaults({ collections, pages = [], leads }: Site): Generator<Fault> {
  const twins = (what: string, values: (string | undefined)[]) =>
    findTwins('collections', `types with the ${what}`, values);
  yield* twins(
    'name',
    collections.map(({ name }) => name),
  );
  yield* twins(
    'contentType',
    collections.map(({ contentType }) => contentType),
  );
  yield* twins(
    'idInSpace',
    collections.map(({ idInSpace }) => idInSpace),
  );
  yield* twins(
    'path',
    collections.map((one) => one.pages?.path),
  );
  const types = collections.map(({ contentType }) => contentType);
  for (const type of collections)
    yield* within(`collections.${type.name}`, findTypeFaults(type, types));
  yield* findTwins(
    'pages',
    'pages with the path',
    pages.map(({ path }) => path),
  );
  if (leads && leads.sentPath === leads.path)
    yield ['leads.sentPath', 'must be another page than that of the form'];
}

/** Formats the key of an issue. A type has its name in place of its number. */
function formatKey({ path }: v.BaseIssue<unknown>): string {
  const isOfType = path?.[0].key === 'collections';
  const keys = (path ?? []).map(({ key, value }, depth) =>
    isOfType && depth === 1 && isRecord(value) && typeof value.name === 'string' ? value.name : key,
  );
  return keys.join('.');
}

function findFault(given: unknown): Fault | undefined {
  const { issues } = v.safeParse(siteSchema, given);
  if (issues) return [formatKey(issues[0]), issues[0].message];
  // The schema has said so.
  const [fault] = findFaults(given as Site);
  return fault;
}

/** @throws {ConfigError} one sentence that names the key of the first part that cannot be used */
export function checkSite(given: unknown): void {
  const fault = findFault(given);
  if (!fault) return;
  const [key, sentence] = fault;
  const part = key === '' ? "its export 'site'" : `'${key}'`;
  throw new ConfigError(`The site (#site in package.json): ${part} ${sentence}.`);
}
