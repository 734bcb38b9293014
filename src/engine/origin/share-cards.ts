/** Lists the share images that pages name. */
import { listPages, type Read } from '../content/read.ts';
import type { ShareCard } from '../declare/declaration.ts';
import { shareImages } from '../site.ts';

/** What a share image shows, and the page that names the image. */
export interface ListedCard {
  card: ShareCard;
  page: string;
}

/** Lists the share images of all pages that search engines may show, by their addresses. */
export async function listShareCards(read: Read): Promise<Map<string, ListedCard>> {
  if (!shareImages) return new Map();
  const { getCard, getPath } = shareImages;
  const pages = (await listPages(read)).filter(({ indexed }) => indexed);
  return new Map(
    pages.map(({ path, title, ...look }) => {
      const card = getCard(path, title, look);
      return [getPath(card), { card, page: path }];
    }),
  );
}
