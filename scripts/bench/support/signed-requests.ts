/** Requests signed as Contentful signs them; tests/fixtures/signatures.json holds some of its own toolkit. */
import { createHmac } from 'node:crypto';
import { escape } from 'node:querystring';

export const webhookSecret = 'fjG3lWw4cB8qPz0sVdT7nXyKe2RmUaHo9iLtQ5gJ1-DpZ_CvNbSxAuE6MkYrhOwI';

export const webhookPath = '/api/webhooks/contentful';

export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The request with its three signature headers. @param timestamp epoch milliseconds */
export function signAt(timestamp: number, sent: SentRequest, secret = webhookSecret): SentRequest {
  const lines = new Map(
    Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase().trim(), value.trim()]),
  );
  lines.set('x-contentful-timestamp', String(timestamp));
  const names = [...lines.keys(), 'x-contentful-signed-headers'].sort();
  lines.set('x-contentful-signed-headers', names.join(','));
  const [path = '', query] = sent.path.split('?');
  const text = [
    sent.method,
    encodeURI(query ? `${path}?${escape(query)}` : path),
    names.map((name) => `${name}:${lines.get(name) ?? ''}`).join(';'),
    sent.body,
  ].join('\n');
  return {
    ...sent,
    headers: {
      ...sent.headers,
      'x-contentful-signature': createHmac('sha256', secret).update(text).digest('hex'),
      'x-contentful-signed-headers': names.join(','),
      'x-contentful-timestamp': String(timestamp),
    },
  };
}

/** The request by which Contentful tells of an event. @param body has the item's `sys` */
export const signEvent = (body: object, timestamp = Date.now()): SentRequest =>
  signAt(timestamp, {
    method: 'POST',
    path: webhookPath,
    headers: { 'content-type': 'application/vnd.contentful.management.v1+json' },
    body: JSON.stringify(body),
  });
