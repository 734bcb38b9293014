/** Pulls in a process of its own (pull-process.ts), so that a failure or a hang cannot harm the server. */
import { fileURLToPath } from 'node:url';
import type { PullResult } from '../content/index.ts';
import { createProcess, type OnProgress } from '../processes/index.ts';
import type { Pulled, PullTask } from './pull-process.ts';

export type { Pulled, PullTask };

const processFile = fileURLToPath(new URL('pull-process.ts', import.meta.url));
/** The content service may take a minute to show an event, and a picture a minute to be encoded. */
const silenceMs = 600_000;

/** Starts a process that pulls with the first task. It stays, so that its code is loaded and compiled already. */
export function startPullProcess(config: PullTask['config'], signal?: AbortSignal) {
  const { ask, end } = createProcess(processFile, { dataDirectory: config.dataDirectory, signal });
  return {
    /** Reads the changed content into the snapshot. @throws {TaskError} */
    pull: (task: Omit<PullTask, 'config'>, onProgress?: OnProgress) =>
      ask<Pulled>({ config, ...task } satisfies PullTask, silenceMs, onProgress),
    end,
  };
}

export type PullProcess = ReturnType<typeof startPullProcess>;

/** Reads the changed content once, for a command. @throws {TaskError} */
export async function pullContent(config: PullTask['config']): Promise<PullResult> {
  const { pull, end } = startPullProcess(config);
  return pull({}).finally(end);
}
