/**
 * The share image of a page: the picture in link previews. A page contains only the file name, which is a
 * digest of the card; documents/share-image.ts draws the file later.
 */
import { colors, typefaces } from '#data/brand.ts';
import { company } from '#data/company.ts';
import { routes } from '#data/routes.ts';
import { digest } from '#engine/disk/index.ts';
import { getGradientName } from '#components/drawings/covers.ts';

export interface ShareCard {
  /** The part of the site, such as 'Blog'; '' for other pages. */
  label: string;
  title: string;
  /**
   * The words and gradient of the item's cover (components/drawings/covers.ts); null for pages outside of the labelled
   * parts.
   */
  cover: { words: string; gradient?: string } | null;
}

export const shareImageSize = { width: 1200, height: 630 } as const;

/**
 * Part of the digest: everything besides the card that changes the look. Raise the number when
 * documents/share-image.ts changes.
 */
const recipe = ['5', company.name, colors, typefaces];

const labels = [
  [routes.blog, 'Blog'],
  [routes.resources, 'Resources'],
  [routes.services, 'Services'],
] as const;

/**
 * @param path of the page
 * @param gradient of a resource
 */
export function getShareCard(path: string, title: string, gradient?: string): ShareCard {
  const part = labels.find(([parent]) => path.startsWith(`${parent}/`));
  if (!part) return { label: '', title, cover: null };
  const [parent, label] = part;
  const words = path.slice(parent.length + 1);
  return {
    label,
    title,
    cover: gradient === undefined ? { words } : { words, gradient: getGradientName(gradient) },
  };
}

/** Returns the path of a page's image. The parameters are those of `getShareCard`. */
export function getShareImagePath(...page: Parameters<typeof getShareCard>): string {
  const { label, title, cover } = getShareCard(...page);
  return `/share/${digest(JSON.stringify([recipe, label, title, cover]))}.png`;
}
