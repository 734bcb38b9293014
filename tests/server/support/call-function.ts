/**
 * Runs one bundled function in its own process, as Netlify does. The argument is the function's file,
 * standard input carries the requests as JSON, and the last line of output is the responses.
 */
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Asked } from './call-bundle.ts';

const isAsked = (value: unknown): value is Asked[] => Array.isArray(value);
type Run = (request: Request, context: object) => unknown;
const hasRun = (module: unknown): module is { default: Run } =>
  typeof module === 'object' && module !== null && 'default' in module;

const [file = ''] = process.argv.slice(2);
const asked: unknown = JSON.parse(await text(process.stdin));
const module: unknown = await import(pathToFileURL(file).href);
if (!isAsked(asked) || !hasRun(module)) throw new Error('There is nothing to run.');
const answers: unknown[] = [];
for (const { url, ...init } of asked) {
  const later: Promise<unknown>[] = [];
  const answer = await module.default(new Request(url, init), {
    ip: '203.0.113.1',
    site: { id: 'site', name: 'firm', url: new URL(url).origin },
    waitUntil: (promise: Promise<unknown>) => later.push(promise),
  });
  await Promise.all(later);
  const isAnswer = answer instanceof Response;
  answers.push(isAnswer ? { status: answer.status, body: await answer.text() } : null);
}
console.log(JSON.stringify(answers));
