import { listPages, type Read } from '../content/read.ts';
import { postPath, resourcePath, routes } from '../../data/routes.ts';
import type { LiveAddresses } from './address-book.ts';

/** Whether the address book covers an address: it does for all addresses below the two lists. */
export const isListAddress = (path: string) =>
  path !== routes.thankYou && /^\/(?:blog|resources)\/./.test(path);

/** Lists the live addresses of a snapshot; null when the snapshot's content could not be loaded. */
export async function listLiveAddresses(read: Read): Promise<LiveAddresses | null> {
  const { status } = await read({ type: 'overview' });
  if (status !== 'loaded') return null;
  const { posts, resources } = await read({ type: 'slugs' });
  const ids = new Map<string, string>([
    ...posts.map(({ id, slug }) => [postPath(slug), id] as const),
    ...resources.map(({ id, slug }) => [resourcePath(slug), id] as const),
  ]);
  const paths = (await listPages(read)).map(({ path }) => path).filter(isListAddress);
  return new Map(paths.map((path) => [path, ids.get(path) ?? path]));
}
