/** The site on one Node machine: the files of a build, addresses by one rule, and the app beside them. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import sirv from 'sirv';
import type { Config } from '../../config.ts';
import { redirects } from '../../data/redirects.ts';
import { precompress } from './precompress.ts';

export interface ServerOptions {
  config: Config;
  /** Folder of the built site. */
  distDirectory: string;
  /** What happens at request time; answers null where a file of the site is meant. */
  app: (request: Request, clientAddress: string) => Promise<Response | null>;
}

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

/** Files named by their content never change; everything else is asked about again. */
const hashed = /^\/(_astro|media)\//;
const forever = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';

/** Milliseconds; a slow client is closed and others are served (facts: Node's own are far longer). */
const timeouts = { headersTimeout: 8000, requestTimeout: 10_000, connectionsCheckingInterval: 500 };

const parsePath = (url: string): { path: string; query: string } => {
  const [path = '/', ...query] = url.split('?');
  return { path, query: query.length > 0 ? `?${query.join('?')}` : '' };
};

const redirect = (response: ServerResponse, status: number, location: string) => {
  response.writeHead(status, { location, 'content-length': 0 }).end();
};

/** Where an address without a file leads by the one table of redirects. */
const findRedirect = (path: string) =>
  redirects.find(({ from }) => path.startsWith(from.replace(/\*$/, '')));

/** @throws {Error} with code EADDRINUSE when the port is taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, distDirectory, app } = options;
  await precompress(distDirectory);
  const notFound = await readFile(join(distDirectory, '404.html'));
  const files = sirv(distDirectory, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) =>
      response.setHeader('cache-control', hashed.test(path) ? forever : revalidated),
  });

  const sendFile = (request: IncomingMessage, response: ServerResponse) => {
    const { path, query } = parsePath(request.url ?? '/');
    // One way to write an address: no trailing slash, and no second slash to smuggle a host in.
    if (path !== '/' && /\/$|\/\//.test(path))
      return redirect(response, 301, `/${path.split('/').filter(Boolean).join('/')}${query}`);
    const clean = /^(.+?)(\/index)?\.html$/.exec(path)?.[1];
    if (clean) return redirect(response, 301, `${clean}${query}`);
    files(request, response, () => {
      const target = findRedirect(path);
      if (target) return redirect(response, target.status, target.to);
      response
        .writeHead(404, {
          'content-type': 'text/html;charset=utf-8',
          'content-length': notFound.length,
          'cache-control': revalidated,
        })
        .end(request.method === 'HEAD' ? undefined : notFound);
    });
  };

  const server = createServer(timeouts, (request, response) => {
    const clientAddress = request.socket.remoteAddress ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !request.url?.startsWith('/api/')) return void sendFile(request, response);
    void getRequestListener(
      async (webRequest) =>
        (await app(webRequest, clientAddress)) ??
        Response.json({ error: 'There is nothing at this address.' }, { status: 404 }),
    )(request, response);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.server.port, config.server.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { host } = config.server;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
