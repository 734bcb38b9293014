/** Another firm passes the same tests: its files replace those of the sample in a copy of the project. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFolder } from './fixtures/folder.ts';
import { copyWithFirm } from './support/copy-with-firm.ts';

const firm = 'bjornebakken';

test('a firm with a long name, other colours, typefaces, partners, services and posts', async () => {
  const folder = await createFolder();
  const project = join(folder, 'project');
  const site = join(folder, 'site');
  await mkdir(site);
  await copyWithFirm(firm, project);
  const run = spawn(
    process.execPath,
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project=another-firm',
      '--maxWorkers=1',
    ],
    {
      cwd: project,
      env: { ...process.env, TEST_SITE: site, TEST_FIRM: firm },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [output, errors] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, 'close'),
  ]);
  expect(run.exitCode, `${output}\n${errors}`).toBe(0);
});
