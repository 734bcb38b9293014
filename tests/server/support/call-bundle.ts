import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Options by which AWS Lambda (Node 22) and Netlify's command line switch features off. */
const lambdaFlags = ['--no-experimental-detect-module', '--no-experimental-require-module'];
const runner = join(import.meta.dirname, 'call-function.ts');

export type Question = [
  url: string,
  environment?: Record<string, string>,
  request?: { method: string; headers: Record<string, string>; body: string | null },
];

/** Calls a bundled function in its own process. */
export async function callBundle(
  file: string,
  ...[url, environment = {}, request = { method: 'GET', headers: {}, body: null }]: Question
): Promise<unknown> {
  const child = spawn(process.execPath, [...lambdaFlags, runner, file], {
    cwd: dirname(file),
    env: {
      ...environment,
      NETLIFY_BLOBS_CONTEXT: process.env.NETLIFY_BLOBS_CONTEXT,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify({ url, ...request }));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (errors !== '') throw new Error(errors);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}
