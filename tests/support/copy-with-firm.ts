import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
/** Files that a clone lacks, and the customer's specification, which names facts of the sample. */
const leftOut = ['.git', '.astro', '.data', '.env', '.netlify', 'dist', 'node_modules']
  .concat(join('scripts', 'audit', 'node_modules'), join('tests', 'specification'))
  .map((name) => join(root, name));

/** Labels of the sample's navigation, and longer ones of the firm. */
const labels = {
  "'Services'": "'Forretningsutvikling'",
  '"Let\'s Talk"': "'Book your introductory call'",
  '"Let\'s Talk Growth"': "'Book an introductory call'",
};

/**
 * Copies the project, with the files of a firm (tests/firms/{firm}/) instead of the sample's, and cuts
 * the firm's typefaces. Packages are linked, not copied.
 * @param folder an empty or missing folder
 */
export async function copyWithFirm(firm: string, folder: string): Promise<void> {
  await cp(root, folder, { recursive: true, filter: (source) => !leftOut.includes(source) });
  await cp(join(root, 'tests', 'firms', firm), folder, { recursive: true });
  const navigation = join(folder, 'src', 'data', 'navigation.ts');
  let text = await readFile(navigation, 'utf8');
  for (const [label, longer] of Object.entries(labels)) text = text.replaceAll(label, longer);
  await writeFile(navigation, text);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await promisify(execFile)(process.execPath, [join('scripts', 'fonts.ts')], { cwd: folder });
}
