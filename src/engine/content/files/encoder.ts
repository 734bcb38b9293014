/** Encodes pictures in a process of its own, one after the other: one may need too much time or memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { pictureSchema } from '../../collections.ts';

const filesSchema = v.omit(pictureSchema, ['alt']);
/** The files of a picture: paths on the site, and sizes in pixels. */
export type Files = v.InferOutput<typeof filesSchema>;

/** What became of an asset, or of its file. */
export const madeSchema = v.object({
  isPicture: v.boolean(),
  /** Null for what stays at the asset's own address. */
  files: v.nullable(filesSchema),
  /** What is wrong with the file; '' for nothing. */
  fault: v.string(),
});
export type Made = v.InferOutput<typeof madeSchema>;

/** The fault of a picture of which a smaller one can be shown. */
export const tooManyPixels = 'it has too many pixels';

export interface EncodeJob {
  /** Path of the original. */
  original: string;
  /** Folder of the files to make. */
  directory: string;
  /** Whether all bytes of the upload are there. */
  isWhole: boolean;
}

const processFile = fileURLToPath(new URL('encoder-process.ts', import.meta.url));
/** Time for one picture. The limits of the image library usually end its work earlier. */
const pictureLimitMs = 120_000;
/** Time without a picture after which the process ends: an idle one holds 200 MB. */
const idleLimitMs = 1000;

async function run(child: ChildProcess, job: EncodeJob): Promise<Made> {
  const late = setTimeout(() => child.kill('SIGKILL'), pictureLimitMs);
  const settled = new AbortController();
  const { signal } = settled;
  try {
    child.send(job);
    const answer: unknown[] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => []),
    ]);
    if (answer.length === 0) throw new Error('it could not be encoded');
    return v.parse(madeSchema, answer[0]);
  } finally {
    clearTimeout(late);
    settled.abort();
  }
}

/** @returns encodes one picture; rejects with the reason, as a clause */
export function createPictureEncoder(): (job: EncodeJob) => Promise<Made> {
  const oneByOne = pLimit(1);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  return (job) =>
    oneByOne(async () => {
      clearTimeout(idle);
      const current = (child ??= fork(processFile, {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        execArgv: [],
      }));
      current.ref();
      current.channel?.ref();
      try {
        return await run(current, job);
      } catch (error) {
        child = null;
        current.kill('SIGKILL');
        throw error;
      } finally {
        // A process that waits for a picture must not keep this process running.
        current.unref();
        current.channel?.unref();
        idle = setTimeout(() => {
          if (child === current) child = null;
          if (current.connected) current.disconnect();
        }, idleLimitMs).unref();
      }
    });
}
