/**
 * The image shown where the address of a page is shared. The page needs only its file name, a digest of
 * what is on the image; the file is drawn later (store.ts).
 */
import { createHash } from 'node:crypto';
import { colors, typefaces } from '../../data/brand.ts';
import { company } from '../../data/company.ts';
import { routes } from '../../data/routes.ts';
import { getGradientName } from '../../rules/covers.ts';

/** What a share image shows. */
export interface ShareCard {
  /** The part of the site, '' outside of one. */
  label: string;
  title: string;
  /** What the cover of the item is drawn from (rules/covers.ts); null outside of the parts of the site. */
  cover: { words: string; gradient?: string } | null;
}

/** Pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Folder of the images, on the site and in `DATA_DIR`. */
export const shareFolder = 'share';

/** Changes when an image of the same card would look different; the number, when draw.ts changes. */
const recipe = ['3', company.name, colors, typefaces];

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

export const getShareImageName = ({ label, title, cover }: ShareCard) =>
  `${createHash('sha256')
    .update(JSON.stringify([recipe, label, title, cover]))
    .digest('hex')
    .slice(0, 20)}.png`;

/** Path of the image of a page; the parameters are those of `getShareCard`. */
export const getShareImagePath = (...page: Parameters<typeof getShareCard>) =>
  `/${shareFolder}/${getShareImageName(getShareCard(...page))}`;
