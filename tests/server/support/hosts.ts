/** The endpoints on both hosts, seen through requests and answers only. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { vi } from 'vitest';
import { webhookSecret } from '../../../scripts/bench/support/signed-requests.ts';
import { fields } from '../../../src/engine/leads/fields.ts';
import {
  createFileStore,
  leadStates,
  type Lead,
  type LeadStore,
} from '../../../src/engine/leads/index.ts';
import { createBlobStore } from '../../../src/engine/netlify/leads.ts';
import contact from '../../../src/engine/netlify/functions/contact.ts';
import contentfulWebhook from '../../../src/engine/netlify/functions/contentful-webhook.ts';
import { startBlobs } from './blobs.ts';
import { startBuildHook } from './build-hook.ts';
import { exchange, type Answer, type Question } from './exchange.ts';
import { createServedFiles } from './served-files.ts';

export interface Host {
  /** Sends a request to a path of the site from a client address. */
  ask(path: string, question: Question, clientAddress?: string): Promise<Answer>;
  getLeads(): Promise<Lead[]>;
  log: string[];
  /** Replaces the process by a new one. */
  restart(): Promise<void>;
  /** Makes the storage of leads and events unusable. */
  breakStore(): Promise<void>;
  close(): Promise<void>;
}

export const siteUrl = 'https://www.firm.test';
const visitor = '203.0.113.1';

/** The content service does not answer here, but the webhook accepts events all the same. */
const environment = {
  SITE_URL: siteUrl,
  CONTENTFUL_SPACE_ID: 'space-1',
  CONTENTFUL_DELIVERY_TOKEN: 'delivery-token',
  CONTENTFUL_HOST: '127.0.0.1:1',
  CONTENTFUL_INSECURE: 'true',
  CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
  CONTACT_INBOX: 'inbox@firm.test',
};

async function readLeads(store: LeadStore): Promise<Lead[]> {
  const leads: (Lead | null)[] = [];
  for (const state of leadStates)
    for (const id of await store.list(state)) leads.push(await store.read(id, state));
  return leads.filter((lead) => lead !== null);
}

/** The contact page, with the elements that the server fills when it refuses a form. */
const contactPage = `<!doctype html><title>Contact</title><p id="contact-refused" role="alert"></p>
${fields
  .map(({ name }) => {
    const [element, end] = name === 'challenge' ? ['textarea', '</textarea>'] : ['input', ''];
    return `<${element} id="${name}" name="${name}">${end}<span id="${name}-problem"></span>`;
  })
  .join('\n')}`;

/** @param settings environment beside that of both hosts */
export async function startNode(settings: Record<string, string> = {}): Promise<Host> {
  const site = await createServedFiles(
    { 'contact.html': contactPage },
    {
      // Without a renderer no publish starts: the webhook only stores events.
      prepareRenderer: async (signal) => {
        await once(signal, 'abort');
        return { directory: '', code: 'none' };
      },
    },
  );
  const env = { ...environment, RECONCILE_MINUTES: '0', TRUST_PROXY: 'true', ...settings };
  let server = await site.start(env);
  return {
    ask: (path, { headers, ...question }, clientAddress = visitor) =>
      exchange(`${server.url}${path}`, {
        ...question,
        headers: { ...headers, 'x-forwarded-for': clientAddress },
      }),
    getLeads: () => readLeads(createFileStore(join(site.dataPath, 'outbox'))),
    log: site.log,
    async restart() {
      await server.close();
      server = await site.start(env);
    },
    async breakStore() {
      await rm(join(site.dataPath, 'outbox', 'waiting'), { recursive: true });
      await rm(join(site.dataPath, 'publish'), { recursive: true });
    },
    async close() {
      await server.close();
      await site.remove();
    },
  };
}

/** @param settings environment beside that of both hosts */
async function startNetlify(settings: Record<string, string> = {}): Promise<Host> {
  const blobs = await startBlobs();
  const hook = await startBuildHook();
  const env = { ...environment, NETLIFY_BUILD_HOOK_URL: hook.url, ...settings };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const log: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => log.push(line));
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isPage = input instanceof URL && input.pathname === '/contact';
    return isPage ? Promise.resolve(new Response(contactPage)) : fetch(input, init);
  });
  return {
    async ask(path, { body, ...question }, ip = visitor) {
      const init = { ...question, ...(body !== undefined && { body: Buffer.from(body) }) };
      const later: Promise<unknown>[] = [];
      const run = path === '/contact' ? contact : contentfulWebhook;
      const response = await run(new Request(`${siteUrl}${path}`, init), {
        ip,
        site: { id: 'site', name: 'firm', url: siteUrl },
        waitUntil: (promise) => later.push(promise),
      });
      await Promise.all(later);
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    getLeads: () => readLeads(createBlobStore(getStore({ name: 'leads', consistency: 'strong' }))),
    log,
    // Each call already runs in a new instance, which remembers nothing.
    restart: () => Promise.resolve(),
    breakStore() {
      blobs.stop();
      return Promise.resolve();
    },
    async close() {
      await blobs.close();
      hook.close();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    },
  };
}

export const hosts = [
  { name: 'Node', start: startNode },
  { name: 'Netlify', start: startNetlify },
];
