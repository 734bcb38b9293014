import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandError } from '../command-line/command.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));
const lockFile = new URL('package-lock.json', import.meta.url);
/** A copy of the lock file of the last complete installation. */
const stamp = new URL('node_modules/.installed.json', import.meta.url);

/**
 * Installs the packages that only the audit needs, unless these versions are there.
 * @throws {CommandError} when npm cannot install them
 */
export async function installPackages(log: (line: string) => void): Promise<void> {
  const wanted = await readFile(lockFile, 'utf8');
  if (wanted === (await readFile(stamp, 'utf8').catch(() => null))) return;
  log('Installing Lighthouse, once.');
  // npm names its own program to the scripts that it runs.
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new CommandError('Lighthouse is not installed yet: run `npm run audit` once.');
  try {
    await run(process.execPath, [npm, 'ci', '--prefix', folder, '--no-audit', '--no-fund']);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`Lighthouse could not be installed. ${reason}`);
  }
  await writeFile(stamp, wanted);
}
