/** Run by hand: `node tests/support/copy-with-firm.ts {firm} {folder}`. */
import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
/** Files that a clone lacks, and the customer's specification, which names facts of the sample. */
const leftOut = ['.git', '.astro', '.data', '.env', '.netlify', 'dist', 'node_modules'].map(
  (name) => join(root, name),
);
leftOut.push(
  join(root, 'scripts', 'audit', 'node_modules'),
  join(root, 'tests', '.output'),
  join(root, 'tests', 'specification'),
);

/**
 * Copies the project, with the files of a firm (tests/firms/{firm}/) instead of the sample's, and cuts
 * the firm's typefaces. Packages are linked, not copied.
 * @param folder an empty or missing folder
 */
export async function copyWithFirm(firm: string, folder: string): Promise<void> {
  await cp(root, folder, { recursive: true, filter: (source) => !leftOut.includes(source) });
  await cp(join(root, 'tests', 'firms', firm), folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await promisify(execFile)(process.execPath, [join('scripts', 'fonts.ts')], { cwd: folder });
}

if (import.meta.main) {
  const [firm, folder] = process.argv.slice(2);
  if (!firm || !folder) throw new Error('Name a firm and a folder.');
  await copyWithFirm(firm, folder);
}
