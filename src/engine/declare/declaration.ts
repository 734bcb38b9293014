/** What a site declares to the engine: types alone, which the site imports, too. */
import type { Collection } from './collections.ts';
import type { FieldName } from '../leads/fields.ts';
import type { VisitorWords } from './words.ts';

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
  /** The page where a form sent without JavaScript ends. A file in src/pages takes the place of the engine's own. */
  sentPath: string;
  /** What the form calls its fields. */
  labels: Readonly<Record<FieldName, string>>;
  /** Recipient and sender of leads, unless CONTACT_INBOX and CONTACT_FROM are set. */
  inbox: string;
  sender: string;
  /**
   * Says above a refused form why it was refused; the address of the inbox follows. `reason` is the engine's sentence,
   * in English: a site in another language has its own for each `status` (413, 422, 429, 503).
   */
  describeFailure: (status: number, reason: string) => string;
}

/** Pictures for link previews, drawn when a page names them first. */
export interface ShareImages {
  getCard: (path: string, title: string, look: ItemLook) => ShareCard;
  /** `/share/…`: another card has another path. */
  getPath: (card: ShareCard) => string;
  /** Path of the module with the function `drawShareImage`, which only a process of its own loads. */
  drawing: string;
  /** In place of one that cannot be drawn. */
  plain: ShareCard;
}

/** A copy of the site with what editors have saved and not published, for `npm run preview:drafts` and deploys of Netlify. */
export interface DraftPreview {
  /** CSS for a page without files of its own, which asks editors for the secret. */
  readStyles?: () => string;
}

/** Draws a share image. @param mediaDirectory has the items' own pictures */
export type DrawShareImage = (card: ShareCard, mediaDirectory?: string) => Promise<Buffer>;

/** The result of one check of `npm run doctor`. A `note` matters only before the site goes live. */
export interface Finding {
  level: 'fine' | 'note' | 'wrong';
  line: string;
  details?: readonly string[];
}

/**
 * What a site tells the engine. What it leaves out is not there: no address, no function, no header. Paths of modules
 * begin at the root of the project; only processes of Node load these, and no bundle contains them.
 */
export interface Site {
  /** What the site is called, on pages of the engine's own. */
  name: string;
  collections: readonly Collection[];
  /** IANA name; 'UTC' without one. An entry whose date has no time appears at midnight in this zone. */
  timeZone?: string;
  /** Sentences to visitors in place of the engine's English ones (words.ts). */
  words?: Partial<VisitorWords>;
  /** The pages in code that the sitemap lists, and whose addresses no entry may take. */
  pages?: readonly CodePage[];
  /** Of addresses without a page, on both hosts. */
  redirects?: readonly Redirect[];
  /** Address and media type of a feed among the pages. */
  feed?: { path: string; type: string };
  leads?: Leads;
  shareImages?: ShareImages;
  preview?: DraftPreview;
  /** Path of a module whose `check` throws, with one sentence, for facts that no site can be built with. */
  checks?: string;
  /** Path of a module with `checkBuilt(folder, config, isLocal)`: what `npm run doctor` says of the built site. */
  doctor?: string;
  /** Path of a module with `sampleSpace`, the content of a site without an account; `images/` beside it has its artwork. */
  sample?: string;
}
