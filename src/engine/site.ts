/** The doorstep: the only file in which the engine meets the site, which `#site` in package.json names. */
import { site } from '#site';
import type { Site } from './declaration.ts';
import { englishWords, type VisitorWords } from './words.ts';

export const declared: Site = site;

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
  readStyles = () => '',
} = declared;

/** What the engine says to visitors. */
export const words: VisitorWords = { ...englishWords, ...declared.words };

/** The pages that exist with any content. */
export const codePages = (declared.pages ?? []).map(({ indexed = true, ...page }) => ({
  ...page,
  indexed,
}));
