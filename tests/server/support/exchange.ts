import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** One exchange over the wire, with any header a client could send and no redirect followed. */
export async function exchange(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = question;
  // The path as it is written: a URL would resolve its dots.
  const { hostname, port, origin } = new URL(url);
  const path = url.slice(origin.length) || '/';
  const client = request({ hostname, port, path, method, headers, agent: false });
  const answered = once(client, 'response') as Promise<[IncomingMessage]>;
  client.end(body);
  const [response] = await answered;
  // A server that has answered need not take the rest of the body.
  client.on('error', () => undefined);
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) received.append(name, value);
  }
  return { status: response.statusCode ?? 0, headers: received, body: await text(response) };
}

/** Sends bytes as they are and returns all that comes back until the server closes. */
export async function exchangeBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that closes early may reset what is still on its way.
  socket.on('error', () => undefined);
  socket.write(bytes);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  await once(socket, 'close');
  return received;
}
