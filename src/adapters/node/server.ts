/** The site on one Node machine: static files of a release, and the handlers of `src/server`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { createSecurityHeaders } from '../../server/http.ts';
import { createLog, describeError } from '../../server/log.ts';
import { findFile, readSite } from './site.ts';
import { createStaticFiles } from './static-files.ts';

export interface ServerOptions {
  config: Config;
  /** The built site. */
  distDirectory: string;
  /** Takes the log, one line of JSON at a time. */
  log: (line: string) => void;
}

export interface RunningServer {
  /** Where it answers, with the port it got. */
  url: string;
  /** Lets running answers end, for at most ten seconds. */
  close(): Promise<void>;
}

/** Milliseconds within which a request has to be here, whole; slower clients get 408 and are closed. */
const requestLimit = 8000;
/** Milliseconds that `close` waits for running answers. */
const stopLimit = 10_000;

/** @throws {Error} with code EADDRINUSE when the port is taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, distDirectory } = options;
  const log = createLog(options.log);
  const securityHeaders = createSecurityHeaders(config.site.url);
  const staticFiles = createStaticFiles(securityHeaders);
  const site = await readSite(distDirectory);
  const stopping = new AbortController();

  function refuse(response: ServerResponse, status: number, sentence: string): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(status, {
      ...securityHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 405 && { allow: 'GET, HEAD' }),
    });
    response.end(`${sentence}\n`);
  }

  async function sendPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'This address only answers GET and HEAD.');
      return;
    }
    const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
    const found = findFile(site, path);
    if (!found) refuse(response, 404, 'There is no such page.');
    else if ('file' in found) await staticFiles.send(request, response, found.status, found.file);
    else {
      response.writeHead(found.status, {
        ...securityHeaders,
        location: query === undefined ? found.to : `${found.to}?${query}`,
        'cache-control': 'public, max-age=0, must-revalidate',
      });
      response.end();
    }
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    sendPage(request, response).catch((error: unknown) => {
      if (error instanceof URIError) {
        refuse(response, 400, 'This address cannot be read.');
        return;
      }
      if (!request.destroyed) log({ event: 'page.failed', ...describeError(error) });
      refuse(response, 500, 'This page could not be read. Please try again.');
    });
  }

  const server = createServer(
    {
      headersTimeout: requestLimit,
      requestTimeout: requestLimit,
      // Node looks for slow clients only every 30 seconds unless told.
      connectionsCheckingInterval: 500,
      keepAliveTimeout: 5000,
    },
    handle,
  );
  // A client that takes nothing for this long is gone.
  server.setTimeout(30_000);
  const { host, port } = config.server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  const preparing = staticFiles
    .prepare(site.files.values(), stopping.signal)
    .catch((error: unknown) => log({ event: 'prepare.failed', ...describeError(error) }));

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      stopping.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => {
        server.closeAllConnections();
      }, stopLimit);
      await Promise.all([closed, preparing]);
      clearTimeout(late);
    },
  };
}
