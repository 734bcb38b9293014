/** The picture in link previews. A page has only its name, a digest of the card; share-image.ts draws it later. */
import { hash } from 'node:crypto';
import { colors, typefaces } from '#data/brand.ts';
import { company } from '#data/company.ts';
import { headlines } from '#data/page-titles.ts';
import { routes } from '#data/routes.ts';
import { collections } from '#collections/index.ts';
import { hasPages } from '#engine/declare/collections.ts';
import type { ItemLook, ShareCard } from '#engine/declare/declaration.ts';
import { getGradientName } from '#components/drawings/covers.ts';

export const shareImageSize = { width: 1200, height: 630 } as const;

/** Part of the digest: what changes the look besides the card. Raise the number when share-image.ts does. */
const recipe = ['10', company.name, colors, typefaces];

const shown: Readonly<Record<string, string>> = headlines;

const labels = [
  ...collections.filter(hasPages).map(({ pages }) => pages),
  { path: routes.services, label: 'Services' },
];

/** @param path of the page */
export function getShareCard(
  path: string,
  title: string,
  { gradient, scene, picture = '' }: ItemLook = {},
): ShareCard {
  const part = labels.find((one) => path.startsWith(`${one.path}/`));
  if (!part) return { label: '', title: shown[path] ?? title, cover: null };
  const words = path.slice(part.path.length + 1);
  return {
    label: part.label,
    title,
    cover: {
      words,
      ...(gradient !== undefined && { gradient: getGradientName(gradient) }),
      ...(scene !== undefined && { type: scene }),
    },
    // One that could not be fetched is at its own address.
    ...(picture.startsWith('/media/') && { picture: picture.slice('/media/'.length) }),
  };
}

/** Whether search engines and feed readers show a picture; in place of another one they get the share image. */
export const isRaster = (address: string): boolean => !address.toLowerCase().endsWith('.svg');

/** Returns the path of a page's image. The parameters are those of `getShareCard`. */
export const getShareImagePath = (...page: Parameters<typeof getShareCard>): string =>
  nameShareImage(getShareCard(...page));

/** Returns the path of the image of a card. */
export function nameShareImage({ label, title, cover, picture }: ShareCard): string {
  const card = JSON.stringify([recipe, label, title, cover, ...(picture ? [picture] : [])]);
  return `/share/${hash('sha256', card).slice(0, 20)}.${picture ? 'jpg' : 'png'}`;
}
