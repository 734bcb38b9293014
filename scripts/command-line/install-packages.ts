import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandError } from './command.ts';

const run = promisify(execFile);

/**
 * Installs the packages that only one command needs, unless these versions are there.
 * @param folder folder with package.json and package-lock.json, with a slash at its end
 * @param name of what is installed, for people
 * @throws {CommandError} when npm cannot install them
 */
export async function installPackages(
  folder: URL,
  name: string,
  log: (line: string) => void,
): Promise<void> {
  // A copy of the lock file of the last complete installation.
  const stamp = new URL('node_modules/.installed.json', folder);
  const wanted = await readFile(new URL('package-lock.json', folder), 'utf8');
  if (wanted === (await readFile(stamp, 'utf8').catch(() => null))) return;
  log(`Installing ${name}, once.`);
  // npm names its own program to the scripts that it runs.
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new CommandError(`${name} is not installed yet: start this command by npm once.`);
  const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps'];
  try {
    await run(process.execPath, [npm, 'ci', '--prefix', fileURLToPath(folder), ...flags]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${name} could not be installed. ${reason}`);
  }
  await writeFile(stamp, wanted);
}
