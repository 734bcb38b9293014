import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, type BuildOptions } from 'esbuild';
import type { ContentService } from '#engine/stand-in/service.ts';
import { settingsOf } from '../../fixtures/content.ts';

/** Options by which AWS Lambda (Node 22) and Netlify's command line switch features off. */
const lambdaFlags = ['--no-experimental-detect-module', '--no-experimental-require-module'];
const runner = join(import.meta.dirname, 'call-function.ts');

export interface Asked {
  file: string;
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Bundles functions as Netlify has it: packages stay as they are, so each module format must load. */
export const bundle = (entryPoints: string[], outdir: string, options: BuildOptions = {}) =>
  build({
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    metafile: true,
    ...options,
  });

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Calls bundled functions in a process of their own, one request after the other, with a content service. */
export async function callBundles(
  account: ContentService['account'],
  asked: readonly Asked[],
  environment: Record<string, string> = {},
): Promise<(Answered | null)[]> {
  const child = spawn(process.execPath, [...lambdaFlags, runner], {
    env: {
      ...environment,
      ...settingsOf(account),
      NETLIFY_BLOBS_CONTEXT: process.env.NETLIFY_BLOBS_CONTEXT,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });
  child.stdin.end(JSON.stringify(asked));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (errors !== '') throw new Error(errors);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as (Answered | null)[];
}
