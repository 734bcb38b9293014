import { request as ask } from 'node:http';
import { startHttp } from '../server/support/listen.ts';

interface Options {
  /** Serves pages as if the visitor had turned scripting off: `<noscript>` is shown, and media queries match. */
  withoutScripts?: boolean;
  /** The path to ask the site for; null for status 404. May delay the answer. */
  route?: (path: string) => Promise<string> | string | null;
  /** Answers in place of the site; null leaves the answer to the site. */
  answer?: (path: string) => Promise<Response> | null;
}

export const isScript = (path: string) => path.split('?')[0]?.endsWith('.js') ?? false;

/** A front whose code was replaced by other code, and whose scripts are all gone. */
export const withoutChunks: Options = { route: (path) => (isScript(path) ? null : path) };

/** The content security policy that disables only scripting. */
const withoutScripting =
  'sandbox allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation';

export type Front = Awaited<ReturnType<typeof createFront>>;

/** Drops, delays or changes answers of the site, at an origin of its own, so that a browser's cache is empty. */
export async function createFront(
  siteUrl: string,
  { withoutScripts = false, route = (path) => path, answer = () => null }: Options = {},
) {
  /** Requested paths so far, in order. */
  const asked: string[] = [];
  const front = await startHttp(async (request, response) => {
    const { method, headers, url = '/' } = request;
    asked.push(url);
    const path = await route(url);
    if (path === null) {
      response.writeHead(404).end();
      return;
    }
    const own = await answer(url);
    if (own) {
      response.writeHead(own.status, Object.fromEntries(own.headers)).end(await own.text());
      return;
    }
    const upstream = ask(siteUrl + path, { method, headers }, (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false;
      response.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(isPage && withoutScripts && { 'content-security-policy': withoutScripting }),
      });
      answer.pipe(response);
    });
    upstream.once('error', () => response.destroy());
    request.pipe(upstream);
  });
  return { ...front, asked };
}
