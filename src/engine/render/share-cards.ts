/** Lists the share images that pages name. */
import { listPages, type Read } from '../content/read.ts';
import { getShareCard, getShareImagePath, type ShareCard } from '../site.ts';

/** What a share image shows, and the page that names the image. */
export interface ListedCard {
  card: ShareCard;
  page: string;
}

/** Lists the share images of all pages that search engines may show, by their addresses. */
export async function listShareCards(read: Read): Promise<Map<string, ListedCard>> {
  const pages = (await listPages(read)).filter(({ indexed }) => indexed);
  return new Map(
    pages.map(({ path, title, ...look }) => [
      getShareImagePath(path, title, look),
      { card: getShareCard(path, title, look), page: path },
    ]),
  );
}
