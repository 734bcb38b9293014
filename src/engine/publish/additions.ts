/** Files that a release gets after it is live, in parts: those of the search index, and the sitemap. */
import { createFileWriter, type RenderedPage, type Releases } from './release.ts';

/**
 * Creates a function that makes the files of a part when its basis has changed, or a file is missing or
 * damaged.
 * @param directory of the releases
 */
export const createPartWriter =
  (directory: string, releases: Releases) =>
  /**
   * @param basis digest of what the part is made from; '' for a part that is no more
   * @param make returns the files by their names in the site
   * @returns whether the part is new
   */
  async (
    part: string,
    basis: string,
    make: () => Promise<Iterable<readonly [name: string, content: Buffer]>>,
  ): Promise<boolean> => {
    const query = `additions: ${part}`;
    const before = releases.listReaders(query).map(({ name }) => name);
    const writer = createFileWriter(directory);
    const isWhole = before.every((name) => writer.isSound(releases.getFile(name)));
    if ((releases.getAnswer(query) ?? '') === basis && isWhole) return false;
    const pages: RenderedPage[] = [];
    for (const [name, content] of await make())
      pages.push({ name, path: '', file: writer.add(name, content), reads: [[query, basis]] });
    const names = new Set(pages.map(({ name }) => name));
    const removed = before.filter((name) => !names.has(name));
    await writer.finish();
    const answers = [[query, basis]] as const;
    await releases.write({ release: null, assets: null, pages, removed, answers, now: Date.now() });
    return true;
  };

export type RenewPart = ReturnType<typeof createPartWriter>;
