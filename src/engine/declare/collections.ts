/** The language in which a site declares its content types: the engine knows entries by their declaration alone. */
import type { Document } from '@contentful/rich-text-types';
import * as v from 'valibot';
import { isRecord } from '../base/schemas.ts';
import { count, describeObject, flag, functionOf, listOf, objectOf, text } from './schemas.ts';

/** An image on pages, served from our own files, which are made once per asset. */
export const pictureSchema = v.object({
  /** `/media/…`, in the original format; the asset's own address when fetching failed. */
  src: v.string(),
  alt: v.string(),
  /** Pixels of `src`; null when the asset has no size. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** A `srcset` of AVIF files; '' for SVG, GIF and files that could not be fetched. */
  avif: v.string(),
});
export type Picture = v.InferOutput<typeof pictureSchema>;

/** draft: not published. changed: saved since it was published. scheduled: dated in the future. */
export const draftState = v.picklist(['draft', 'changed', 'scheduled']);
export type DraftState = v.InferOutput<typeof draftState>;

/** A rule of Contentful for an editor's value. Contentful shows `message` when the value breaks the rule. */
export interface Validation {
  unique?: boolean;
  size?: { max: number };
  regexp?: { pattern: string; flags: string };
  prohibitRegexp?: { pattern: string; flags: string };
  in?: string[];
  linkMimetypeGroup?: string[];
  linkContentType?: string[];
  enabledNodeTypes?: string[];
  enabledMarks?: string[];
  nodes?: Readonly<Record<string, { linkContentType: string[] }[]>>;
  message?: string;
}

/** Among the types to which a field links: the type that has the field, such as of related posts. */
export const ownType = 'own type';

/** `content/records/kinds.ts` says what each kind reads, and what the kind is in Contentful. */
export type Kind = keyof Values | 'choice' | 'entry' | 'entries' | 'slug' | 'body';

const isKind = (kind: unknown): boolean => Object.keys(field).includes(String(kind));
const describeKinds = (): string =>
  `must be one of ${Object.keys(field).join(', ')}: 'field' makes each`;

const id = v.pipe(text, v.regex(/^[\w.-]{1,64}$/, 'must be an id of Contentful, such as blogPost'));
const word = v.pipe(text, v.regex(/^[a-z]\w*$/i, 'must be one word of letters and digits'));
const textOrField = v.union(
  [v.string(), objectOf('this object', { field: text })],
  "must be a text or { field: 'name' }",
);

const fieldSchema = objectOf('a field', {
  kind: v.custom<Kind>(isKind, describeKinds),
  /** The label above the field, and the help below it, for editors. */
  name: text,
  help: text,
  /** The field's name in the firm's own space, where it differs from the site's. */
  idInSpace: v.optional(id),
  required: v.optional(flag),
  /** The text of an empty field, or the field whose text it takes. */
  otherwise: v.optional(textOrField),
  /** Puts a text into its usual form. */
  format: v.optional(functionOf<(text: string) => string>()),
  /** Whether editors get a field of several lines. */
  isLong: v.optional(flag),
  /** Of a date: whether editors enter a time, too. Lists are in its order. */
  hasTime: v.optional(flag),
  validations: v.optional(listOf(v.custom<Validation>(isRecord, 'must be an object'))),
  /** The values of a choice. */
  choices: v.optional(listOf(text)),
  /** The types to whose entries a field links. */
  to: v.optional(
    listOf(
      v.custom<Collection | typeof ownType>(
        (one) => one === ownType || isRecord(one),
        'must be a declared type, or ownType',
      ),
    ),
  ),
});
export type Field<K extends Kind = Kind> = v.InferOutput<typeof fieldSchema> & { kind: K };
export type Fields = Readonly<Record<string, Field>>;
type FieldOptions = Omit<Field, 'kind' | 'name' | 'help' | 'choices' | 'to'>;

const createField =
  <K extends Kind>(kind: K) =>
  (name: string, help: string, options: FieldOptions = {}): Field<K> => ({
    kind,
    name,
    help,
    ...options,
  });

/** A field whose links lead to entries of declared types: pages get these entries' records. */
const createLinks =
  <K extends 'entry' | 'entries'>(kind: K) =>
  <const C extends readonly (Collection | typeof ownType)[]>(
    name: string,
    help: string,
    to: C,
    options: FieldOptions = {},
  ) => ({ ...createField(kind)(name, help, options), to });

/** Creates a field by its kind: `field.text('Author', 'The name under the headline.')`. */
export const field = {
  text: createField('text'),
  date: createField('date'),
  picture: createField('picture'),
  tags: createField('tags'),
  number: createField('number'),
  boolean: createField('boolean'),
  /** One of some values: `field.choice('Place', 'Where it is.', ['Online', 'Oslo'])`. '' when missing, or `otherwise`. */
  choice: <const V extends string, const O extends V | '' = ''>(
    name: string,
    help: string,
    choices: readonly V[],
    options: Omit<FieldOptions, 'otherwise'> & { otherwise?: O } = {},
  ) => ({ kind: 'choice' as const, name, help, ...options, choices }),
  /** One linked entry, null when missing: `field.entry('Venue', 'Where it is.', [venues])`, or `[ownType]`. */
  entry: createLinks('entry'),
  /** A list of linked entries. */
  entries: createLinks('entries'),
  slug: (options?: FieldOptions) =>
    createField('slug')(
      'Slug',
      'Lower-case words with hyphens. When you change it, the old address leads on to the new one, and links keep working.',
      options,
    ),
  body: (options?: FieldOptions) =>
    createField('body')(
      'Content',
      'The body. Begin sections with heading 2: the title of the page is its only heading 1.',
      options,
    ),
};

/** The value of a field in a record, by the kind of the field. A body is beside the record. */
interface Values {
  /** Text, rich text, a number or the name of a linked entry, on one line; '' when missing. */
  text: string;
  /** A date or date-time, ISO 8601; '' when missing. */
  date: string;
  picture: Picture | null;
  tags: readonly string[];
  /** null when missing. */
  number: number | null;
  /** false when missing. */
  boolean: boolean;
}

/** What each record has, whatever its type declares. */
// An interface could not have the values of any field.
// oxlint-disable-next-line typescript/consistent-type-definitions
type Common = {
  id: string;
  slug: string;
  title: string;
  /** `sys.updatedAt`, for lastmod. */
  updatedAt: string;
  /** Of its body; a built-in item has none. */
  readingMinutes?: number;
  /** The first sentences of its body, where lists and search results find its lead empty. */
  opening?: string;
  /** Set where editors keep the page out of search results. */
  noIndex?: true;
  /** Set in draft previews for content that the site does not show. */
  draft?: DraftState;
};

/** Leads Contentful's editor to what a part of a page shows: attributes of the element. */
export type Mark = Readonly<Record<string, string>>;
/** The marks of an entry of any type. */
export type Marks = Readonly<Record<'title' | 'lead' | 'picture', Mark>>;

/** The fields that link to entries of their own type. */
type OwnLinks<F extends Fields> = {
  [K in keyof F]: F[K] extends { to: readonly (infer C)[] }
    ? typeof ownType extends C
      ? K
      : never
    : never;
}[keyof F];

/**
 * The record of a linked entry, with the address of its page; '' where it has none. One of the own type is without its
 * own links of this kind, which could lead in a circle.
 */
type Linked<C, F extends Fields> = C extends typeof ownType
  ? Omit<RecordOf<F>, OwnLinks<F>> & { path: string }
  : C extends { fields: infer G extends Fields }
    ? RecordOf<G> & { path: string }
    : never;

/** The value of a field in a record of a type with these fields. */
type ValueOf<T, F extends Fields> = T extends { kind: infer K extends keyof Values }
  ? Values[K]
  : T extends { kind: 'choice'; choices: readonly (infer V)[]; otherwise?: infer O }
    ? V | O
    : T extends { kind: 'entry'; to: readonly (infer C)[] }
      ? Linked<C, F> | null
      : T extends { kind: 'entries'; to: readonly (infer C)[] }
        ? readonly Linked<C, F>[]
        : never;

/** An entry after parsing, without its body: what lists show. */
export type RecordOf<F extends Fields> = Common & {
  /** Of each field, the lead and the picture; set for entries of a draft preview. */
  marks?: Marks & Readonly<Record<keyof F, Mark>>;
} & {
  [K in keyof F as F[K]['kind'] extends 'slug' | 'body' ? never : K]: ValueOf<F[K], F>;
};

const headingSchema = v.object({
  id: v.string(),
  /** 2 to 6 */
  level: v.number(),
  text: v.string(),
});
export type Heading = v.InferOutput<typeof headingSchema>;

/** The rendered rich text of one entry: sanitized HTML, '' when there is no body. */
export const bodySchema = v.object({
  html: v.string(),
  headings: v.pipe(v.array(headingSchema), v.readonly()),
  readingMinutes: v.number(),
  /** Where a long text may pause, as lengths of the HTML before. */
  pauses: v.pipe(v.array(v.number()), v.readonly()),
});
export type Body = v.InferOutput<typeof bodySchema>;

/** An entry with its body, for a page of its own. */
export interface ItemOf<Record> {
  record: Record;
  body: Body;
}

/** The fields of an item in code, with its body. */
export interface BuiltInItem {
  slug: string;
  document: Document;
  [field: string]: unknown;
}

/** Addresses that are the engine's. */
const ownAddresses = ['/live', '/api', '/media', '/share', '/_astro', '/content-report'];

/** What only types whose entries have pages declare. */
const pagesSchema = objectOf('pages', {
  /** Address of the list, one part such as `/blog`. Items are below it. */
  path: v.pipe(
    text,
    v.regex(/^\/[\w-]+$/, 'must be one part such as /journal'),
    v.check((path) => !ownAddresses.includes(path), 'is an address of the engine: choose another'),
  ),
  /** The part of the site, in trails and on share cards: 'Blog'. The title of the type without one. */
  label: v.optional(text),
  /** The fields that search engines show. */
  head: objectOf('head', { title: text, description: text }),
  /** The field that stands below the title: where others link to the entry, and in search. */
  lead: text,
  /** Items on the first page of the list; the archive has the rest. Without it all are there, and no archive is. */
  shownFirst: v.optional(count),
  /** Titles of archive pages and of pages of a tag; the label with the number, and the tag, without them. */
  titles: v.optional(
    objectOf('titles', {
      archive: v.optional(functionOf<(page: number) => string>()),
      tag: v.optional(functionOf<(label: string) => string>()),
    }),
  ),
  /** The words of the states in which an item can be. A site may have more for its own pages there. */
  words: v.looseObject(
    {
      loading: text,
      failed: text,
      notFound: text,
      notFoundHint: v.optional(text),
      /** Label of the link from an item to the list. */
      back: text,
      /** Of a list, for pages of the site that say its state; those of an item without them. */
      loadingList: v.optional(text),
      listFailed: v.optional(text),
      listFailedTitle: v.optional(text),
    },
    describeObject,
  ),
  /** A field of kind tags, each of which gets pages. */
  tags: v.optional(text),
  /** The field with the colours of the cover on share cards. */
  gradient: v.optional(text),
  /** The field with the kind of item, which chooses the drawing of that cover. */
  scene: v.optional(text),
  /**
   * What search shows as the kind of an item, and the fields whose words find the item and stand in no excerpt. Without
   * it search finds no item of the type.
   */
  search: v.optional(objectOf('search', { kind: textOrField, words: v.optional(listOf(text)) })),
  /** What `npm run doctor` says of an account without the type: 'the blog is empty'. */
  withoutType: v.optional(text),
  /** Items that stand in for those that Contentful lacks, newest first. */
  builtIn: v.optional(listOf(v.custom<BuiltInItem>(isRecord, 'must be an object'))),
});

const declarationSchema = objectOf('a content type', {
  /** The name of the export, and of the collection for Astro. */
  name: word,
  /** Id of the content type in Contentful, and in the firm's own space where it differs. */
  contentType: id,
  idInSpace: v.optional(id),
  /** What editors call the type, and what they are told of it. */
  title: text,
  help: text,
  /** A field of kind date, by which the newest comes first. Without one, the entry created last comes first. */
  date: v.optional(text),
  /**
   * Whether the entries of today and later come first, the soonest first, and then those that are past, as of events. The
   * archive stays in the order of the dates, which no day changes.
   */
  comingFirst: v.optional(flag),
  /** Whether the site shows one entry, the first of its list, as of an announcement. */
  isSingle: v.optional(flag),
  /** A field of kind date: an entry with a date to come is withheld until then. */
  withheldUntil: v.optional(text),
  fields: v.pipe(v.record(word, fieldSchema, 'must be an object'), v.readonly()),
  pages: v.optional(pagesSchema),
});
type Declaration = v.InferOutput<typeof declarationSchema>;

/** More items than a list has. */
export const allItems = 1_000_000;

/** Adds what the pages of a declaration leave out. */
function completePages(title: string, pages: v.InferOutput<typeof pagesSchema>) {
  const { label = title, shownFirst = allItems, titles, words } = pages;
  return {
    ...pages,
    label,
    shownFirst,
    titles: {
      archive: titles?.archive ?? ((page: number) => `${label} ${page}`),
      tag: titles?.tag ?? ((tag: string) => tag),
    },
    words: {
      ...words,
      loadingList: words.loadingList ?? words.loading,
      listFailed: words.listFailed ?? words.failed,
    },
  };
}
type Pages = ReturnType<typeof completePages>;

/** A content type, with what its declaration left out. */
export interface Collection extends Omit<Declaration, 'pages'> {
  pages?: Pages;
}
/** A content type with these fields. */
export type Declared<F extends Fields> = Omit<Collection, 'fields'> & { fields: F };
/** A content type whose entries have pages, a list and an archive. */
export type CollectionWithPages = Collection & { pages: Pages };

export const collectionSchema = v.pipe(
  declarationSchema,
  v.guard(
    (type): type is Collection => !type.pages || type.pages.label !== undefined,
    'must be what defineCollection returns',
  ),
);

export const hasPages = (collection: Collection): collection is CollectionWithPages =>
  collection.pages !== undefined;

/** The names of the fields of a kind. */
type NameOf<F extends Fields, K extends Kind = Kind> = {
  [N in keyof F & string]: F[N]['kind'] extends K ? N : never;
}[keyof F & string];

/** What the schema cannot tell an editor of code: which names a type has. */
interface Names<F extends Fields> {
  fields: F;
  date?: NameOf<F, 'date'>;
  withheldUntil?: NameOf<F, 'date'>;
}
interface NamesOfPages<F extends Fields> {
  head: Record<'title' | 'description', NameOf<F>>;
  lead: NameOf<F>;
  tags?: NameOf<F, 'tags'>;
  gradient?: NameOf<F>;
  scene?: NameOf<F>;
  search?: { kind: string | { field: NameOf<F> }; words?: readonly NameOf<F>[] };
}
type DeclaredPages = v.InferOutput<typeof pagesSchema>;

/**
 * Declares a content type, which must name its own fields. Without `pages` its entries are at no address, and other pages
 * show them; an entry with a page has a headline and a slug.
 */
export function defineCollection<const F extends Fields>(
  collection: Omit<Declaration, 'fields' | 'pages'> & Names<F> & { pages?: never },
): Declared<F>;
export function defineCollection<const F extends Fields & { title: Field; slug: Field<'slug'> }>(
  collection: Omit<Declaration, 'fields' | 'pages'> &
    Names<F> & { pages: DeclaredPages & NamesOfPages<F> },
): Declared<F> & { pages: Pages };
export function defineCollection({ pages, ...type }: Declaration): Collection {
  return pages ? { ...type, pages: completePages(type.title, pages) } : type;
}

/** The types to whose entries a field of a type links; none of a field of another kind. */
export const getLinkedTypes = (type: Collection, { to = [] }: Field): Collection[] =>
  to.map((one) => (one === ownType ? type : one));

interface AddressOfList {
  pages: Pick<Pages, 'path'>;
}

export const itemPath = ({ pages }: AddressOfList, slug: string) =>
  `${pages.path}/${slug}` as const;
export const tagPath = ({ pages }: AddressOfList, tag: string) =>
  `${pages.path}/tag/${tag}` as const;
/** Archive page `page` of a list, counted from the oldest item. */
export const archivePath = (list: string, page: number) => `${list}/page/${page}`;
/** The page that waits for an item of a list, which may be newer than the build. */
export const waitingPath = ({ pages }: AddressOfList) => `/live${pages.path}` as const;
/** The pages that say how the wait ended without an item. No slug can take these addresses, and no list has them. */
export const notFoundPath = (list: AddressOfList) => `${waitingPath(list)}/not-found` as const;
export const failedPath = (list: AddressOfList) => `${waitingPath(list)}/failed` as const;

/** Pages that are shown at the addresses of others. */
export const isForOthers = (path: string): boolean => path === '/404' || path.startsWith('/live/');

/** The content report, a page of draft previews alone. */
export const contentReportPath = '/content-report';

/** The characters of a title and a description that search results show, at most. */
export const entryLimits = { title: 60, description: 160 } as const;
