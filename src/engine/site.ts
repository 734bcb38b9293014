/** The doorstep: the only file in which the engine meets the site, which `#site` in package.json names. */
import * as module from '#site';
import { checkSite, type Site } from './declare/declaration.ts';
import { englishWords, type VisitorWords } from './declare/words.ts';

// Before anybody reads of it: a site may be without types, and nothing runs without a usable one.
checkSite(module.site);

// The site's own objects, which its pages import, too.
const declared: Site = module.site;

export const {
  name,
  collections,
  timeZone = 'UTC',
  redirects = [],
  feed = null,
  leads = null,
  shareImages = null,
  checks = null,
  doctor = null,
  sample = null,
  preview = null,
} = declared;

/** What the engine says to visitors. */
export const words: VisitorWords = { ...englishWords, ...declared.words };

/** The pages that exist with any content. */
export const codePages = (declared.pages ?? []).map(({ indexed = true, ...page }) => ({
  ...page,
  indexed,
}));
