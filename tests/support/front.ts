import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The front's reaction to a request. */
type Answer =
  | { status: number; body?: string }
  /** Asks the site for another path instead. */
  | { path: string };

interface Options {
  /**
   * Serves pages as if the visitor had turned scripting off: `<noscript>` is shown, and media queries
   * match.
   */
  withoutScripts?: boolean;
  /** Answers or delays a request; null lets the site answer. */
  answer?: (path: string) => Promise<Answer | null> | Answer | null;
}

export const isScript = (path: string) => path.split('?')[0]?.endsWith('.js') ?? false;

/** A front whose release is gone, with all of its scripts. */
export const withoutChunks: Options = {
  answer: (path) => (isScript(path) ? { status: 404 } : null),
};

export interface Front {
  /** Origin of the front, without a trailing slash. Each front has its own, so a browser's cache is empty. */
  url: string;
  /** Requested paths so far, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** The content security policy that disables only scripting. */
const withoutScripting =
  'sandbox allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation';

/**
 * Starts a server in front of the site that drops, delays or changes answers, in the same way for every
 * browser.
 */
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
