/**
 * Imported by tests that look at pages alone: a release is followed by no process, which would draw share
 * images and make the search index.
 */
import { basename } from 'node:path';
import { vi } from 'vitest';
import type * as Processes from '../../../src/adapters/node/publish/start-process.ts';

vi.mock('../../../src/adapters/node/publish/start-process.ts', async (importOriginal) => {
  const { startProcess } = await importOriginal<typeof Processes>();
  const finished: Processes.StartedProcess = {
    isRunning: () => false,
    write: () => undefined,
    ask: () => Promise.resolve(''),
    end: () => undefined,
  };
  return {
    startProcess: (...args: Parameters<typeof startProcess>) =>
      basename(args[0]) === 'follow-up.ts' ? finished : startProcess(...args),
  };
});
