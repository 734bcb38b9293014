/**
 * Runs one bundled function in its own process, as Netlify does. The argument is the function's file,
 * standard input carries the request as JSON, and the last line of output is the response.
 */
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

interface AskedFunction {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}
const isAsked = (value: unknown): value is AskedFunction =>
  typeof value === 'object' && value !== null && 'url' in value && 'body' in value;

type Run = (request: Request, context: object) => unknown;
const hasRun = (module: unknown): module is { default: Run } =>
  typeof module === 'object' && module !== null && 'default' in module;

const [file = ''] = process.argv.slice(2);
const asked: unknown = JSON.parse(await text(process.stdin));
const module: unknown = await import(pathToFileURL(file).href);
if (!isAsked(asked) || !hasRun(module)) throw new Error('There is nothing to run.');
const { url, ...init } = asked;
const later: Promise<unknown>[] = [];
const answer = await module.default(new Request(url, init), {
  ip: '203.0.113.1',
  site: { id: 'site', name: 'firm', url: new URL(url).origin },
  waitUntil: (promise: Promise<unknown>) => later.push(promise),
});
await Promise.all(later);
const printed =
  answer instanceof Response ? { status: answer.status, body: await answer.text() } : null;
console.log(JSON.stringify(printed));
