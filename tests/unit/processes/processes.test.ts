import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProcess } from '#engine/processes/index.ts';
import { createFolder } from '../../fixtures/folder.ts';

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
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('a process that cannot start fails its task, and nothing else', async () => {
  const { execPath } = process;
  process.execPath = '/missing/node';
  const asked = createProcess('task.ts', { dataDirectory: '' }).ask({}, 1000);
  process.execPath = execPath;
  await expect(asked).rejects.toThrow('The process could not start (Error ENOENT).');
});

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a process without a task ends after a while, and the next task starts another', async () => {
  const file = fileURLToPath(new URL('../../fixtures/answering-process.ts', import.meta.url));
  const { ask, end } = createProcess(file, { dataDirectory: await createFolder(), idleMs: 1 });
  onTestFinished(end);
  const answers = await Promise.all([1, 2].map(() => ask<{ pid: number }>({}, 60_000)));
  const [pid = 0] = new Set(answers.map((answer) => answer.pid));
  await vi.waitUntil(() => !isRunning(pid), 60_000);
  expect((await ask<{ pid: number }>({}, 60_000)).pid).not.toBe(pid);
});
