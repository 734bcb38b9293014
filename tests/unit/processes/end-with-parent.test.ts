import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createProcess } from '#engine/processes/index.ts';

const endWithParent = new URL('../../../src/engine/processes/end-with-parent.ts', import.meta.url)
  .href;
/** Keeps loading until the parent has ended. */
const slow =
  'data:text/javascript,while (process.connected) await new Promise((go) => setTimeout(go, 10));';

test.each([
  ['runs', [endWithParent]],
  ['loads', [slow, endWithParent]],
])('a process that %s ends when its parent ends', async (state, imports) => {
  const files = imports.map((file) => `--import=${file}`);
  // Without the code under test, the process ends with exit code 0.
  const task = "process.send?.('runs'); setTimeout(() => process.exit(0), 5000)";
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = spawn(process.execPath, [...files, '-e', task], { stdio: [...stdio] });
  if (state === 'runs') await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
});

test('a process that cannot start fails its task, and nothing else', async () => {
  const { execPath } = process;
  process.execPath = '/missing/node';
  const asked = createProcess('task.ts', { dataDirectory: '' }).ask({}, 1000);
  process.execPath = execPath;
  await expect(asked).rejects.toThrow('The process could not start (Error ENOENT).');
});

test('a process that was ended is not started again by a task that is tried again', async () => {
  const { ask, end } = createProcess('task.ts', { dataDirectory: '' });
  end();
  await expect(ask({}, 1000)).rejects.toThrow('The process has ended.');
});
