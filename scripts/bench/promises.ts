/** Runs the tests of the promises with all the promised leads, kills, forgeries and hostile entries. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { measureAttack } from './attack.ts';

const files = [
  'server/durability',
  'server/contact',
  'server/proxy',
  'server/slow-clients',
  'unit/endpoints/signature',
  'unit/leads/mail',
  'unit/endpoints/limits',
  'unit/content/files',
  'server/publish/restart',
  'server/publish/live',
  'unit/content/rich-text',
  'unit/content/pull',
  'unit/content/pull-faults',
];

/** Runs one file after the other, because each makes a load that would disturb the others. Sets the exit code. */
export async function runPromises(): Promise<void> {
  const projects = ['unit', 'server', 'publish'].map((project) => `--project=${project}`);
  const tests = files.map((file) => `tests/${file}.test.ts`);
  const options = ['run', ...projects, '--no-file-parallelism', '--reporter=verbose', ...tests];
  const vitest = spawn('vitest', options, {
    stdio: 'inherit',
    env: { ...process.env, FULL_SCALE: '1' },
  });
  await once(vitest, 'close');
  if (vitest.exitCode !== 0) process.exitCode = 1;
  // Other systems have no `/proc`.
  if (process.platform === 'linux')
    console.table({ 'megabytes in an attack': await measureAttack() });
}
