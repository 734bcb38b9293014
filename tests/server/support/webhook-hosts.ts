/** The webhook on both hosts, seen through requests and answers only. */
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { vi } from 'vitest';
import contentfulWebhook from '../../../src/engine/netlify/functions/contentful-webhook.ts';
import { startServer } from '../../../src/engine/serve/node/server.ts';
import { readSite } from '../../../src/engine/serve/node/site.ts';
import { parseConfig } from '../../../src/config.ts';
import { startBlobs } from './blobs.ts';
import { startBuildHook } from './build-hook.ts';
import { exchange, type Answer } from './exchange.ts';
import { createFolder } from './hosts.ts';
import { webhookSecret, type SentRequest } from '../../../scripts/bench/support/signed-requests.ts';

export interface WebhookHost {
  send(request: SentRequest): Promise<Answer>;
  /** Returns a text that changes with every accepted event. */
  getEvents(): Promise<string>;
  log: string[];
  /** Replaces the process by a new one. */
  restart(): Promise<void>;
  /** Makes the storage of events unusable. */
  breakStore(): Promise<void>;
  close(): Promise<void>;
}

const siteUrl = 'https://www.firm.test';

/** The content service does not answer here, but the webhook accepts events all the same. */
const environment = {
  SITE_URL: siteUrl,
  CONTENTFUL_SPACE_ID: 'space-1',
  CONTENTFUL_DELIVERY_TOKEN: 'delivery-token',
  CONTENTFUL_ENVIRONMENT: 'master',
  CONTENTFUL_HOST: '127.0.0.1:1',
  CONTENTFUL_INSECURE: 'true',
};

async function startNode(secret: string): Promise<WebhookHost> {
  const site = await createFolder({ 'index.html': '<h1>Home</h1>' });
  const data = await createFolder();
  const log: string[] = [];
  const start = async () =>
    startServer({
      config: parseConfig({
        ...environment,
        PORT: '0',
        DATA_DIR: data.path,
        RECONCILE_MINUTES: '0',
        CONTENTFUL_WEBHOOK_SECRET: secret,
      }),
      openSite: async () => ({
        site: await readSite(site.path),
        // Without a renderer no publish starts: the webhook only stores events.
        publishing: {
          prepareRenderer: async (signal) => {
            await once(signal, 'abort');
            return { directory: site.path, code: 'none' };
          },
        },
      }),
      log: (line) => log.push(line),
    });
  let server = await start();
  return {
    send: ({ path, ...question }) => exchange(`${server.url}${path}`, question),
    getEvents: () => readFile(join(data.path, 'publish', 'events.jsonl'), 'utf8').catch(() => ''),
    log,
    async restart() {
      await server.close();
      server = await start();
    },
    breakStore: () => rm(join(data.path, 'publish'), { recursive: true }),
    async close() {
      await server.close();
      await site.remove();
      await data.remove();
    },
  };
}

async function startNetlify(secret: string): Promise<WebhookHost> {
  const blobs = await startBlobs();
  const hook = await startBuildHook();
  const settings = {
    ...environment,
    CONTENTFUL_WEBHOOK_SECRET: secret,
    NETLIFY_BUILD_HOOK_URL: hook.url,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const log: string[] = [];
  const console = vi.spyOn(globalThis.console, 'log').mockImplementation((line: string) => {
    log.push(line);
  });
  return {
    async send({ path, method, headers, body }) {
      const request = new Request(`${siteUrl}${path}`, {
        method,
        headers,
        ...(method !== 'GET' && { body }),
      });
      const response = await contentfulWebhook(request, {
        ip: '203.0.113.1',
        site: { id: 'site', name: 'firm', url: siteUrl },
        waitUntil: () => undefined,
      });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    getEvents: () =>
      getStore({ name: 'publish', consistency: 'strong' }).get('last-event', { type: 'text' }),
    log,
    // Each call already runs in a new instance, which remembers nothing.
    restart: () => Promise.resolve(),
    breakStore: blobs.stop,
    async close() {
      await blobs.close();
      await hook.close();
      console.mockRestore();
      vi.unstubAllEnvs();
    },
  };
}

/** @param secret the signing secret, '' for none */
export const webhookHosts = [
  { name: 'Node', start: (secret = webhookSecret) => startNode(secret) },
  { name: 'Netlify', start: (secret = webhookSecret) => startNetlify(secret) },
];
