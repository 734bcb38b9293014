import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const endWithParent = new URL('../../../src/engine/publish/end-with-parent.ts', import.meta.url)
  .href;
/** Keeps loading until the parent has ended. */
const slow =
  'data:text/javascript,while (process.connected) await new Promise((go) => setTimeout(go, 10));';
/** Without the code under test, the process ends with exit code 0. */
const task = 'setTimeout(() => process.exit(0), 5000)';

const start = (...imports: string[]) =>
  spawn(
    process.execPath,
    [
      ...imports.map((file) => `--import=${file}`),
      '-e',
      `if (process.connected) process.send('runs'); ${task}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );

test('a process ends when its parent ends', async () => {
  const child = start(endWithParent);
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
});

test('a process ends when its parent ended while the process was loading', async () => {
  const child = start(slow, endWithParent);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
});
