/** The doorstep: the only file in which the engine meets the site, which `#site` in package.json names. */
import * as v from 'valibot';
import { site } from '#site';
import type { Collection } from './collections.ts';

/** A page that exists with any content. */
export interface CodePage {
  path: string;
  title: string;
  /** false: hidden from search engines and absent from the sitemap. */
  indexed?: boolean;
}

export interface Redirect {
  /** A path; a final `/*` also takes every path below. Pages go first, then the redirect with the longest path. */
  from: string;
  /** A path or a web address; a final `/*` keeps the rest: `/news/*` to `/blog/*` leads `/news/a` to `/blog/a`. */
  to: string;
  status: 301 | 302;
}

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

/** A form whose messages are stored and mailed (leads/README.md). */
export interface Leads {
  /** Address of the page with the form, which also takes what the form sends. */
  path: string;
  /** The page where a form sent without JavaScript ends. */
  sentPath: string;
  /** Recipient and sender of leads, unless CONTACT_INBOX and CONTACT_FROM are set. */
  inbox: string;
  sender: string;
  /** Says why a message was refused; the address of the inbox follows. */
  describeFailure: (status: number, reason: string) => string;
}

/** Pictures for link previews, drawn when a page names them first. */
export interface ShareImages {
  getCard: (path: string, title: string, look: ItemLook) => ShareCard;
  /** `/share/…`: another card has another path. */
  getPath: (card: ShareCard) => string;
  /** Path, from the root of the project, of the module with the function `drawShareImage`; only its process loads it. */
  drawing: string;
  /** In place of one that cannot be drawn. */
  plain: ShareCard;
}

/** Draws a share image. @param mediaDirectory has the items' own pictures */
export type DrawShareImage = (card: ShareCard, mediaDirectory?: string) => Promise<Buffer>;

/** What a site tells the engine. What it leaves out is not there: no address, no function, no header. */
export interface Site {
  /** What the site is called, on pages of the engine's own. */
  name: string;
  collections: readonly Collection[];
  /** IANA name; 'UTC' without one. An entry whose date has no time appears at midnight in this zone. */
  timeZone?: string;
  /** The pages in code that the sitemap lists, and whose addresses no entry may take. */
  pages?: readonly CodePage[];
  /** Of addresses without a page, on both hosts. */
  redirects?: readonly Redirect[];
  /** Address and media type of a feed among the pages. */
  feed?: { path: string; type: string };
  leads?: Leads;
  shareImages?: ShareImages;
  /** CSS for a page without files of its own, which asks editors for the secret of the drafts. */
  readStyles?: () => string;
}

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const path = v.pipe(text, v.regex(/^\/[^?#]*$/, 'must be a path that begins with /'));
const code = v.function('must be a function');

/** An object with these keys and no others. */
const strict = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected }) => {
    if (expected === 'never') return 'is no part of a site';
    return expected === 'Object' ? 'must be an object' : 'is missing';
  });

const isTimeZone = (zone: string) =>
  zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);

/** What types cannot say, and what a site without types may have wrong. */
const siteSchema = strict({
  name: text,
  collections: v.array(v.looseObject({ name: text, contentType: text }), 'must be a list'),
  timeZone: v.optional(v.pipe(text, v.check(isTimeZone, 'is no time zone, such as Europe/Vienna'))),
  pages: v.optional(v.array(strict({ path, title: text, indexed: v.optional(v.boolean()) }))),
  redirects: v.optional(
    v.array(strict({ from: path, to: text, status: v.picklist([301, 302], 'must be 301 or 302') })),
  ),
  feed: v.optional(strict({ path, type: text })),
  leads: v.optional(
    strict({ path, sentPath: path, inbox: text, sender: text, describeFailure: code }),
  ),
  shareImages: v.optional(
    strict({ getCard: code, getPath: code, drawing: text, plain: v.looseObject({}) }),
  ),
  readStyles: v.optional(code),
});

/** @throws one sentence that names the key of the first part that cannot be used */
export function checkSite(declared: unknown): void {
  const [issue] = v.safeParse(siteSchema, declared).issues ?? [];
  if (!issue) return;
  const key = v.getDotPath(issue) ?? 'site';
  throw new Error(`The site (#site in package.json): '${key}' ${issue.message}.`);
}

const declared: Site = site;
checkSite(declared);

export const {
  name,
  collections,
  timeZone = 'UTC',
  redirects = [],
  feed = null,
  leads = null,
  shareImages = null,
  readStyles = () => '',
} = declared;

/** The pages that exist with any content. */
export const codePages = (declared.pages ?? []).map(({ indexed = true, ...page }) => ({
  ...page,
  indexed,
}));
