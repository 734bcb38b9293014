import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a front does with a request in place of asking the site. */
type Answer =
  | { status: number; body?: string }
  /** Asks the site for another path. */
  | { path: string };

interface Options {
  /** Pages come without scripting, as if a visitor had turned it off: `<noscript>` shows, and media queries know. */
  withoutScripts?: boolean;
  /** Answers a request itself, or keeps it waiting; null: the site answers. */
  answer?: (path: string) => Promise<Answer | null> | Answer | null;
}

export interface Front {
  /** Origin of the front, no trailing slash. Each front has its own, so nothing is in a browser's cache. */
  url: string;
  /** Paths asked for so far, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** The directive by which a page turns its own scripting off, and nothing else. */
const withoutScripting =
  'sandbox allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation';

/** A server in front of the site that loses, delays or changes answers: the same for every browser. */
export async function createFront(siteUrl: string, options: Options = {}): Promise<Front> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    void (async () => {
      const own = (await options.answer?.(path)) ?? null;
      if (own && 'status' in own) {
        response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body);
        return;
      }
      const { method, headers } = request;
      const upstream = ask(siteUrl + (own?.path ?? path), { method, headers }, (answer) => {
        const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false;
        response.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          ...(isPage && options.withoutScripts && { 'content-security-policy': withoutScripting }),
        });
        answer.pipe(response);
      });
      upstream.once('error', () => response.destroy());
      request.pipe(upstream);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
