/**
 * Puts TLS and HTTP/2 in front of the site, as visitors of the live site have. Lighthouse simulates the
 * cost of each connection, and plain HTTP would need one connection for every file.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { request as ask } from 'node:http';
import { createSecureServer } from 'node:http2';

/** Encodes an ASN.1 value in DER: tag, length, content. */
function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Uint8Array.of(tag, ...lengthBytes), content]);
}

/** Creates a self-signed certificate as PEM: RFC 5280, section 4.1, version 1. */
function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encode(0x30, encode(0x06, Buffer.from('2a8648ce3d040302', 'hex'))); // ecdsa-with-SHA256
  const commonName = encode(0x06, Buffer.from('550403', 'hex'));
  const name = encode(
    0x30,
    encode(0x31, encode(0x30, commonName, encode(0x0c, Buffer.from('localhost')))),
  );
  const toTime = (date: Date) =>
    encode(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
  const day = 86_400_000;
  const validity = encode(
    0x30,
    toTime(new Date(Date.now() - day)),
    toTime(new Date(Date.now() + 7 * day)),
  );
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const serial = encode(0x02, Uint8Array.of(1));
  const facts = encode(0x30, serial, algorithm, name, validity, name, keyInfo);
  const signature = encode(0x03, Uint8Array.of(0), sign('sha256', facts, privateKey));
  const base64 = encode(0x30, facts, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Headers that HTTP/2 forbids (RFC 9113, section 8.2.2). */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export interface SecureFront {
  /** Address of the front, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** @param siteUrl address of the site over plain HTTP */
export async function startSecureFront(siteUrl: string): Promise<SecureFront> {
  const { host, hostname, port } = new URL(siteUrl);
  const server = createSecureServer(createCertificate());
  server.on('request', (request, response) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The front has no port.');
  return {
    url: `https://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
