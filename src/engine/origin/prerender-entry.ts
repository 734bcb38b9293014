/**
 * What makes the pages that are files. Beside a server Astro would stream these, and send the policy of a page before
 * its components have called `Astro.csp.insertStyleHash`. `npm run build` has a second thread for them, which runs this
 * file, too: ten thousand pages are made in two thirds of the time.
 */
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  isMainThread,
  MessageChannel,
  parentPort,
  Worker,
  type MessagePort,
} from 'node:worker_threads';
import type { RouteData } from 'astro';
import { createApp } from 'astro/app/entrypoint';

/** Asks the thread for a page. */
interface Question {
  url: string;
  /** The pattern of its route. */
  route: string;
  answers: MessagePort;
}

interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: ArrayBuffer;
}

type Render = (request: Request, options: { routeData: RouteData }) => Promise<Response>;

/** Enough that the thread always has a page to make, while this one makes others. */
const pagesInThread = 6;

/** Shares the pages of routes with parameters between `render` and a thread. */
function shareWithThread(render: Render): Render {
  const thread = new Worker(fileURLToPath(import.meta.url));
  thread.unref();
  let asked = 0;
  thread.once('exit', () => (asked = Infinity));
  return async (request, options) => {
    const { params, route } = options.routeData;
    if (params.length === 0 || asked >= pagesInThread) return render(request, options);
    asked += 1;
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    port1.once('message', resolve).once('close', () => resolve(null));
    const question: Question = { url: request.url, route, answers: port2 };
    thread.postMessage(question, [port2]);
    const answer = await promise;
    port1.close();
    asked -= 1;
    // Astro says of a page that fails in this thread why the build fails.
    if (answer?.status !== 200) return render(request, options);
    return new Response(answer.body, { headers: answer.headers });
  };
}

/** Answers the questions of the main thread. */
function answerQuestions() {
  const app = createApp({ streaming: false });
  const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]));
  parentPort?.on('message', async ({ url, route, answers }: Question) => {
    const routeData = routes.get(route);
    const response = await app.render(new Request(url), routeData && { routeData });
    const body = await response.arrayBuffer();
    const answer: Answer = { status: response.status, headers: [...response.headers], body };
    answers.postMessage(answer, [body]);
  });
  return app;
}

async function startBuild() {
  // Not at the top: this import makes the build's environment, whose data the second thread lacks.
  const { app } = await import('astro/entrypoints/prerender');
  Object.assign(app, { resolveStreaming: () => false });
  // Astro's own command has a terminal as its input, and no thread.
  if (process.env.BUILD_CONFIG === undefined) return app;
  if (process.env.BUILD_FOR !== 'node')
    Object.assign(app, { render: shareWithThread(app.render.bind(app)) });
  // `npm run build` reads the content meanwhile, and then ends this input.
  await text(process.stdin);
  return app;
}

export const app = isMainThread ? await startBuild() : answerQuestions();
