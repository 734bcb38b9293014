/**
 * Imported by tests that look at pages alone: a release is followed by no process, which would draw share
 * images and make the search index.
 */
import { once } from 'node:events';
import { basename } from 'node:path';
import { vi } from 'vitest';
import type * as Processes from '../../../src/engine/publish/start-process.ts';

vi.mock('../../../src/engine/publish/start-process.ts', async (importOriginal) => {
  const { startProcess } = await importOriginal<typeof Processes>();
  /** Works until the server closes. */
  const startNothing = (signal: AbortSignal | undefined): Processes.StartedProcess => ({
    isRunning: () => true,
    write: () => undefined,
    ask: async () => {
      if (signal && !signal.aborted) await once(signal, 'abort');
      return '';
    },
    end: () => undefined,
  });
  return {
    startProcess: (file: string, options: Processes.ProcessOptions) =>
      basename(file) === 'follow-up.ts'
        ? startNothing(options.signal)
        : startProcess(file, options),
  };
});
