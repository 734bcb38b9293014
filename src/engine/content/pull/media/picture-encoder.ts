/** Encodes pictures in processes that can be killed, because a picture may need too much time or memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Files } from './types.ts';

/** The message to the process for one picture. */
export interface EncodeJob {
  original: Buffer;
  /** Folder for the files. */
  directory: string;
  /** Start of the names of the files. */
  name: string;
  limits: PictureLimits;
}

/** The most that one picture may need. */
interface PictureLimits {
  /** Microseconds of processor time. A busy machine does not shorten them. */
  processor: number;
  /** Bytes of memory of the whole process. */
  memory: number;
}

const usualLimits: PictureLimits = { processor: 20_000_000, memory: 900_000_000 };

/** The answer of the process: the files, or why there are none. */
export type EncodeAnswer = { files: Files } | { refused: string };

/** The picture itself is at fault, so the next try would fail in the same way. */
export class PictureRefused extends Error {}

const processFile = fileURLToPath(new URL('picture-process.ts', import.meta.url));
/** Most processes at once; each uses several cores. */
const mostProcesses = 2;
/**
 * Milliseconds for one picture on the busiest machine. The limit of processor time usually ends the
 * process earlier.
 */
const timeLimit = 60_000;
/** Milliseconds without a picture after which a process ends: an idle one holds 200 MB. */
const idleLimit = 1000;
/** Exit codes of a process that reached a limit (picture-process.ts). */
export const exitCodes = { time: 3, memory: 4 } as const;

/** @throws {PictureRefused} when the picture reached a limit */
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
      // A process that waits for a picture must not keep this process running.
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
  const waiting = new Map<ChildProcess, NodeJS.Timeout>();
  const takeWaiting = () => {
    const [[child, timer] = []] = waiting;
    if (!child) return null;
    clearTimeout(timer);
    waiting.delete(child);
    return child;
  };
  const keepWaiting = (child: ChildProcess) => {
    const end = () => {
      waiting.delete(child);
      if (child.connected) child.disconnect();
    };
    waiting.set(child, setTimeout(end, idleLimit).unref());
  };
  return (job) =>
    limit(async () => {
      const child =
        takeWaiting() ??
        fork(processFile, {
          serialization: 'advanced',
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
          execArgv: [],
        });
      try {
        return await run(child, { ...job, limits });
      } finally {
        if (child.connected && child.exitCode === null && !child.killed) keepWaiting(child);
      }
    });
}
