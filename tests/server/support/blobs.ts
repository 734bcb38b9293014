import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setEnvironmentContext } from '@netlify/blobs';
import { BlobsServer } from '@netlify/blobs/server';
import { listen } from './listen.ts';

/**
 * Starts Netlify Blobs on this machine, for every store opened afterwards. The client's own server lacks
 * two features of the real service, which are added: one write at a time, and entity tags on reads.
 */
export async function startBlobs() {
  const directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  const blobs = new BlobsServer({ directory, logger: () => undefined });
  const behind = `http://localhost:${(await blobs.start()).port}`;
  const tags = new Map<string, string>();

  async function forward({ url = '', method = '', headers }: IncomingMessage, body: Buffer) {
    const given = Object.entries(headers).filter(([name]) => /^(authorization$|if-)/.test(name));
    const answer = await fetch(`${behind}${url}`, {
      method,
      headers: given.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === 'PUT' && { body: Uint8Array.from(body) }),
    });
    const written = answer.headers.get('etag');
    if (method === 'PUT' && written !== null) tags.set(url, written);
    return { status: answer.status, body: await answer.bytes(), tag: tags.get(url) };
  }

  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const turn = last.then(async () => {
      const { status, body, tag } = await forward(request, await buffer(request));
      if (tag !== undefined && status === 200) response.setHeader('etag', tag);
      response.writeHead(status).end(body);
    });
    last = turn.catch(() => response.destroy());
  });
  const url = `http://${await listen(server)}`;
  setEnvironmentContext({ edgeURL: url, uncachedEdgeURL: url, siteID: 'site', token: 'token' });
  /** Ends the service, and keeps its files. */
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url,
    stop,
    async close() {
      stop();
      await blobs.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
