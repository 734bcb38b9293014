/** Requests signed by Contentful's own toolkit. */
import { signRequest } from '@contentful/node-apps-toolkit';

export const webhookSecret = 'fjG3lWw4cB8qPz0sVdT7nXyKe2RmUaHo9iLtQ5gJ1-DpZ_CvNbSxAuE6MkYrhOwI';

export interface SentRequest {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The request with its three signature headers.
 * @param timestamp epoch milliseconds
 */
export function signAt(timestamp: number, sent: SentRequest, secret = webhookSecret): SentRequest {
  return { ...sent, headers: { ...sent.headers, ...signRequest(secret, sent, timestamp) } };
}
