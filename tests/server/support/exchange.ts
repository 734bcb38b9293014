import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { createMessage } from '../../fixtures/leads.ts';

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

/** Sends one HTTP request with any headers, and follows no redirect. */
export async function exchange(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = question;
  // Keep the written path: a URL object would resolve its dots.
  const { hostname, port, origin } = new URL(url);
  const path = url.slice(origin.length) || '/';
  const client = request({ hostname, port, path, method, headers, agent: false });
  const answered = once(client, 'response') as Promise<[IncomingMessage]>;
  client.end(body);
  const [response] = await answered;
  // A server that has already answered may ignore the rest of the body.
  client.on('error', () => undefined);
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) received.append(name, value);
  return { status: response.statusCode ?? 0, headers: received, body: await text(response) };
}

/** Sends a lead from a client behind a proxy. */
export const postLead = (url: string, message: string, clientAddress = '203.0.113.1') =>
  exchange(`${url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress },
    body: JSON.stringify(createMessage(message)),
  });

export function openSocket(url: string) {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

/** Sends raw bytes, and returns as latin1 all that comes until the server closes. @throws when it resets */
export async function exchangeBytes(url: string, bytes: string): Promise<string> {
  const socket = openSocket(url);
  socket.write(bytes);
  return (await buffer(socket)).toString('latin1');
}
