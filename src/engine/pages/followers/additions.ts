/** Files that follow a walk and are stored as pages are: the sitemap, the share images. */
import type { OnProgress } from '../../processes/index.ts';
import { openTable, type Row } from '../../table/index.ts';

/** Some files that are made together. */
export interface Addition {
  /** Unique among the additions of its kind. */
  name: string;
  /** The page that the files are of, for the log. */
  of?: string;
  /** Digest of what the files are made from. */
  basis: string;
  /** Makes the files, by their names in the site. */
  make: Make;
  /** Makes files that stand in while `make` fails. */
  makePlain?: Make;
}

type Make = () => Promise<Iterable<readonly [name: string, content: Buffer]>>;

/**
 * Makes the additions that are new, have another basis or lost a file, and retires those that are no more. One that
 * fails keeps its last files, or gets plain ones until it can be made.
 * @returns the number of additions that were made
 */
export async function renewAdditions(
  directory: string,
  kind: string,
  additions: readonly Addition[],
  onProgress?: OnProgress,
  onFailure: (error: unknown, addition: Addition) => void = (error) => {
    throw error;
  },
): Promise<number> {
  const table = openTable(directory);
  const { files } = table;
  let made = 0;
  try {
    const stored = Map.groupBy(table.listFollowers(`${kind}: *`), ({ reads }) => reads[0]?.[0]);
    for (const [index, addition] of additions.entries()) {
      const { name, basis, make, makePlain } = addition;
      const query = `${kind}: ${name}`;
      const before = stored.get(query) ?? [];
      stored.delete(query);
      const isTrue = ({ reads, file }: Row) => reads[0]?.[1] === basis && files.isSound(file);
      if (before.length === 0 || !before.every(isTrue)) {
        let madeFrom = basis;
        const content = await make().catch((error: unknown) => {
          onFailure(error, addition);
          madeFrom = '';
          return before.length === 0 ? makePlain?.() : undefined;
        });
        if (content) {
          const rows = Array.from(content, ([name, content]): Row => {
            const file = files.add(name, content);
            return { name, path: '', file, code: '', version: '', reads: [[query, madeFrom]] };
          });
          table.retire(before);
          await table.save(rows, []);
          made += 1;
        }
      }
      onProgress?.(kind, index + 1, additions.length);
    }
    table.retire([...stored.values()].flat());
    return made;
  } finally {
    table.close();
  }
}
