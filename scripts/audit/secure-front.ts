/** Puts TLS and HTTP/2 before the site, as its visitors have: plain HTTP would need a connection for every file. */
import { once } from 'node:events';
import { request as ask } from 'node:http';
import { createSecureServer } from 'node:http2';
import { brotliCompressSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { listen } from '../../src/engine/base/this-machine.ts';

/** Headers that HTTP/2 forbids (RFC 9113, section 8.2.2). */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * @param siteUrl address of the site over plain HTTP
 * @param own pages that the front has beside those of the site, by their addresses
 */
export async function startSecureFront(siteUrl: string, own: ReadonlyMap<string, string>) {
  const { host, hostname, port } = new URL(siteUrl);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const server = createSecureServer({ key, cert });
  server.on('request', (request, response) => {
    const html = own.get(request.url);
    if (html !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-encoding', 'br');
      response.end(brotliCompressSync(html));
      return;
    }
    const named = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const { method, url: path } = request;
    const asked = ask(
      { hostname, port, method, path, headers: { ...Object.fromEntries(named), host } },
      (answer) => {
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !connectionHeaders.has(name)) response.setHeader(name, value);
        }
        response.statusCode = answer.statusCode ?? 502;
        answer.pipe(response);
      },
    );
    asked.on('error', () => response.stream.close());
    request.pipe(asked);
  });
  return {
    url: `https://127.0.0.1:${await listen(server)}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
