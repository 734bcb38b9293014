/**
 * `npm run mutate`: changes the code of the rooms where a fault costs a lead, a page, an address or a promise, one
 * change at a time, and lists the changes that no unit test notices. `-- --mutate {file}` changes one file only.
 * Exit code 1 when the tests notice less than the share in mutate/stryker.config.json.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installPackages } from './command-line/install-packages.ts';
import { runCommand } from './command-line/command.ts';

const folder = new URL('mutate/', import.meta.url);
const stryker = new URL('node_modules/@stryker-mutator/core/bin/stryker.js', folder);
const config = new URL('stryker.config.json', folder);

await runCommand(async () => {
  await installPackages(folder, 'Stryker', console.log);
  const run = spawn(
    process.execPath,
    [fileURLToPath(stryker), 'run', fileURLToPath(config), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  await once(run, 'close');
  process.exitCode = run.exitCode ?? 1;
});
