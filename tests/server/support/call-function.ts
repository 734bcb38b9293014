/** Calls bundled functions as Netlify does. Standard input has the requests, the last line of output the answers. */
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Answered, Asked } from './call-bundle.ts';

type Run = (request: Request, context: object) => Promise<Response | undefined>;

const answers: (Answered | null)[] = [];
for (const { file, url, ...init } of (await json(process.stdin)) as Asked[]) {
  const { default: run } = (await import(pathToFileURL(file).href)) as { default: Run };
  const later: Promise<unknown>[] = [];
  const answer = await run(new Request(url, init), {
    ip: '203.0.113.1',
    site: { id: 'site', name: 'firm', url: new URL(url).origin },
    waitUntil: (promise: Promise<unknown>) => later.push(promise),
  });
  await Promise.all(later);
  const headers = Object.fromEntries(answer?.headers ?? []);
  answers.push(answer ? { status: answer.status, headers, body: await answer.text() } : null);
}
// Netlify freezes what a function has left open.
process.stdout.write(JSON.stringify(answers), () => process.exit());
