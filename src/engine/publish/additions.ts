/**
 * Files that a release gets after it is live, and that are stored as pages are: the sitemap, the search index, the
 * share images.
 */
import { existsSync } from 'node:fs';
import type { OnProgress } from './child.ts';
import { createFileWriter, openReleases, type RenderedPage } from './release.ts';

/** Some files that are made together. */
export interface Addition {
  /** Unique among the additions of its kind. */
  name: string;
  /** Digest of what the files are made from. */
  basis: string;
  /** Makes the files, by their names in the site. */
  make: () => Promise<Iterable<readonly [name: string, content: Buffer]>>;
}

/**
 * Makes the additions of a kind that are new, have another basis, or have lost a file, and removes those that are no
 * more.
 * @param directory of the releases
 * @returns the number of additions that were made
 */
export async function renewAdditions(
  directory: string,
  kind: string,
  additions: readonly Addition[],
  onProgress?: OnProgress,
): Promise<number> {
  const releases = openReleases(directory);
  const writer = createFileWriter(directory);
  const write = (pages: readonly RenderedPage[], removed: readonly string[]) =>
    releases.write({ release: null, pages, removed, answers: [], now: Date.now() });
  let made = 0;
  try {
    const stored = Map.groupBy(releases.listAdditions(`${kind}: *`), ({ query }) => query);
    for (const [index, { name, basis, make }] of additions.entries()) {
      const query = `${kind}: ${name}`;
      const before = stored.get(query) ?? [];
      stored.delete(query);
      const isSame = before.every((file) => file.basis === basis && existsSync(file.path));
      if (before.length === 0 || !isSame) {
        const pages = Array.from(await make(), ([file, content]) => ({
          name: file,
          path: '',
          file: writer.add(file, content),
          reads: [[query, basis] as [string, string]],
        }));
        const names = new Set(pages.map((page) => page.name));
        await writer.finish();
        await write(
          pages,
          before.flatMap((file) => (names.has(file.name) ? [] : [file.name])),
        );
        made += 1;
      }
      onProgress?.(kind, index + 1, additions.length);
    }
    const gone = [...stored.values()].flat().map(({ name }) => name);
    if (gone.length > 0) await write([], gone);
    return made;
  } finally {
    releases.close();
  }
}
