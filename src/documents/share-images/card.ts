/**
 * The image that stands for a page where its address is shared. A page needs only the name, which
 * follows from what stands on the image; the file is drawn after the page (store.ts).
 */
import { createHash } from 'node:crypto';
import { colors, typefaces } from '../../data/brand.ts';
import { company } from '../../data/company.ts';
import { routes } from '../../data/routes.ts';

/** What stands on a share image. */
export interface ShareCard {
  /** The part of the site, '' outside of one. */
  label: string;
  title: string;
}

/** Pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Where the images lie, on the site and in `DATA_DIR`. */
export const shareFolder = 'share';

/** Changes when an image of the same card would look different; the number, when draw.ts changes. */
const recipe = ['3', company.name, colors, typefaces];

const labels = [
  [routes.blog, 'Blog'],
  [routes.resources, 'Resources'],
  [routes.services, 'Services'],
] as const;

/** @param path of the page */
export const getShareCard = (path: string, title: string): ShareCard => ({
  label: labels.find(([parent]) => path.startsWith(`${parent}/`))?.[1] ?? '',
  title,
});

export const getShareImageName = ({ label, title }: ShareCard) =>
  `${createHash('sha256')
    .update(JSON.stringify([recipe, label, title]))
    .digest('hex')
    .slice(0, 20)}.png`;

/** Path of the image of a page. */
export const getShareImagePath = (path: string, title: string) =>
  `/${shareFolder}/${getShareImageName(getShareCard(path, title))}`;
