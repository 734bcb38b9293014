/** Runs the tests of promises 6 to 14 with all the promised leads, kills, forgeries and hostile entries. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from './result.ts';

export const title = 'Promises of safety, in full';

const files = [
  'server/durability',
  'server/contact',
  'server/proxy',
  'server/slow-clients',
  'unit/serve/signature',
  'unit/leads/mail',
  'unit/serve/limits',
  'unit/content/files',
  'server/publish/restart',
  'server/publish/live',
  'unit/content/rich-text',
  'unit/content/pull',
  'unit/content/pull-faults',
];

/** Runs one file after the other, because each file creates a load that would disturb the others. */
export async function run(): Promise<Result> {
  const projects = ['unit', 'server', 'publish'].map((project) => `--project=${project}`);
  const tests = files.map((file) => `tests/${file}.test.ts`);
  const options = ['run', ...projects, '--no-file-parallelism', '--reporter=verbose', ...tests];
  const vitest = spawn('vitest', options, {
    stdio: 'inherit',
    env: { ...process.env, FULL_SCALE: '1' },
  });
  await once(vitest, 'close');
  const broken = Number(vitest.exitCode !== 0);
  return { rows: [], promises: [{ what: 'runs with a promise not kept', is: broken, most: 0 }] };
}
