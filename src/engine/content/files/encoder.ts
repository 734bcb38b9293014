/** Encodes pictures in a process of its own, one after the other: one may need too much time or memory. */
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { pictureSchema } from '../../declare/collections.ts';
import { createProcess } from '../../processes/index.ts';

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
const idleMs = 1000;

/**
 * @param dataDirectory `DATA_DIR`
 * @returns encodes one picture; rejects with the reason, as a clause
 */
export function createPictureEncoder(dataDirectory: string): (job: EncodeJob) => Promise<Made> {
  const oneByOne = pLimit(1);
  const { ask } = createProcess(processFile, { dataDirectory, idleMs });
  return (job) =>
    oneByOne(() => ask<Made>(job, pictureLimitMs)).catch(() => {
      throw new Error('it could not be encoded');
    });
}
