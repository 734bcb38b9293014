import { mkdir, readdir } from 'node:fs/promises';
import { getShareCard, getShareImageName, shareFolder, type ShareCard } from './card.ts';
import { gradients } from '../../rules/covers.ts';
import { writeDurably } from '../../disk/write-file.ts';

export interface ShareImageStore {
  /** Names of the images drawn so far. */
  readonly names: ReadonlySet<string>;
  /**
   * Draws the image of a rendered page, unless it exists.
   * @returns its name; null for a page without one
   */
  keep(html: string): Promise<string | null>;
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function findContent(html: string, property: string): string | null {
  const content = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  return (
    content?.replace(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name = '') =>
      code ? String.fromCodePoint(Number(code)) : (characters[String(name)] ?? all),
    ) ?? null
  );
}

/** The share image that the head of a page names (layouts/Page.astro). */
export function findShareImage(html: string): { name: string; card: ShareCard } | null {
  const address = findContent(html, 'og:url');
  const image = findContent(html, 'og:image');
  const title = findContent(html, 'og:image:alt');
  const name = image?.split(`/${shareFolder}/`)[1];
  if (!address || !name) return null;
  const { pathname } = new URL(address);
  const card = [undefined, ...Object.keys(gradients)]
    .map((gradient) => getShareCard(pathname, title ?? '', gradient))
    .find((card) => getShareImageName(card) === name);
  if (!card) throw new Error(`${address} names a share image that is not the one of its title.`);
  return { name, card };
}

/** @param directory kept from build to build */
export async function openShareImages(directory: string): Promise<ShareImageStore> {
  await mkdir(directory, { recursive: true });
  const names = new Set(await readdir(directory));
  const running = new Map<string, Promise<void>>();

  const draw = async (name: string, card: ShareCard) => {
    // Imported here: most publishes draw nothing, and the libraries are slow to load.
    const { drawShareImage } = await import('./draw.ts');
    await writeDurably(directory, name, await drawShareImage(card));
    names.add(name);
  };

  return {
    names,
    keep: async (html) => {
      const found = findShareImage(html);
      if (!found) return null;
      const { name, card } = found;
      if (names.has(name)) return name;
      const drawn = running.get(name) ?? draw(name, card).finally(() => running.delete(name));
      running.set(name, drawn);
      await drawn;
      return name;
    },
  };
}
