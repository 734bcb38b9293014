import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setEnvironmentContext } from '@netlify/blobs';
import { BlobsServer } from '@netlify/blobs/server';

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
    return {
      status: answer.status,
      body: await answer.bytes(),
      tag: tags.get(url),
    };
  }

  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const turn = last.then(async () => {
      const answer = await forward(request, await buffer(request));
      if (answer.tag !== undefined && answer.status === 200) response.setHeader('etag', answer.tag);
      response.writeHead(answer.status).end(answer.body);
    });
    last = turn.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const edgeURL = `http://127.0.0.1:${address.port}`;
  setEnvironmentContext({ edgeURL, uncachedEdgeURL: edgeURL, siteID: 'site', token: 'token' });

  let running = true;
  const stop = async () => {
    if (!running) return;
    running = false;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await blobs.stop();
  };
  return {
    url: edgeURL,
    stop,
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
