/** Pictures are encoded in processes of their own, which can be ended: a picture may ask for too much. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Files } from './media-store.ts';

/** What the process is sent for one picture. */
export interface EncodeJob {
  original: Buffer;
  /** Folder for the files. */
  directory: string;
  /** What the names of the files begin with. */
  name: string;
  limits: PictureLimits;
}

/** What one picture may take. */
interface PictureLimits {
  /** Microseconds of processor time. */
  processor: number;
  /** Bytes of memory, those of the process included. */
  memory: number;
}

const usualLimits: PictureLimits = { processor: 20_000_000, memory: 900_000_000 };

/** What the process sends back: the files, or why there are none. */
export type EncodeAnswer = { files: Files } | { refused: string };

/** The picture itself is at fault, so the next try would fail in the same way. */
export class PictureRefused extends Error {}

const processFile = fileURLToPath(new URL('picture-process.ts', import.meta.url));
/** Processes at work at once: encoders use several cores each. */
const mostProcesses = 2;
/**
 * Milliseconds for one picture, whatever the machine is busy with; the process itself ends sooner, by
 * the processor time it took.
 */
const timeLimit = 60_000;
/** How the process says by its exit code that a limit was reached (picture-process.ts). */
export const exitCodes = { time: 3, memory: 4 } as const;

/** @throws {PictureRefused} when the picture broke a limit */
function run(child: ChildProcess, job: EncodeJob): Promise<Files> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), timeLimit);
    const onMessage = (answer: EncodeAnswer) => {
      settle();
      if ('files' in answer) resolve(answer.files);
      else reject(new PictureRefused(answer.refused));
    };
    const onExit = (code: number | null) => {
      settle();
      if (code === exitCodes.time) reject(new PictureRefused('it takes too long to encode'));
      else if (code === exitCodes.memory)
        reject(new PictureRefused('it needs too much memory to encode'));
      else reject(new Error('it could not be encoded in time'));
    };
    const settle = () => {
      clearTimeout(late);
      child.off('message', onMessage).off('exit', onExit);
      // A process that waits for the next picture does not keep this one running.
      child.unref();
      child.channel?.unref();
    };
    child.ref();
    child.channel?.ref();
    child.on('message', onMessage).on('exit', onExit);
    child.send(job);
  });
}

/** @returns encodes one picture; rejects with the reason, as a clause */
export function createPictureEncoder(
  limits = usualLimits,
): (job: Omit<EncodeJob, 'limits'>) => Promise<Files> {
  const limit = pLimit(mostProcesses);
  const waiting: ChildProcess[] = [];
  return (job) =>
    limit(async () => {
      const child =
        waiting.pop() ??
        fork(processFile, {
          serialization: 'advanced',
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
          execArgv: [],
        });
      try {
        return await run(child, { ...job, limits });
      } finally {
        if (child.connected && child.exitCode === null && !child.killed) waiting.push(child);
      }
    });
}
