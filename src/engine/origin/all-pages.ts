/** What is made of all pages at once: once a version of the content. */
import { isForOthers } from '../declare/collections.ts';
import { describePlainPage, listPages, read, type SitePage } from '../content/read.ts';

/** Lists the pages of content and site, and those of plain Astro at `paths`. */
export async function listAllPages(paths: readonly string[]): Promise<SitePage[]> {
  const listed = await listPages();
  const known = new Set(listed.map(({ path }) => path));
  const plain = paths.filter((path) => !known.has(path) && !isForOthers(path));
  return [...listed, ...plain.map(describePlainPage)];
}

/** Creates a function that makes something anew when the version of the content is another one. */
export function makeOncePerVersion<T>(make: (paths: readonly string[]) => Promise<T>) {
  let made: { version: string; result: Promise<T> } | undefined;
  return async (paths: readonly string[]): Promise<T> => {
    const { version } = await read({ type: 'overview' });
    if (made?.version !== version) made = { version, result: make(paths) };
    const { result } = made;
    result.catch(() => (made = undefined));
    return result;
  };
}
