/** The contact form on both hosts, seen through requests and answers only. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { vi } from 'vitest';
import { createFileStore } from '../../../src/engine/leads/file-store.ts';
import { startServer } from '../../../src/engine/serve/node/server.ts';
import { readSite } from '../../../src/engine/serve/node/site.ts';
import { createBlobStore } from '../../../src/engine/netlify/blob-store.ts';
import contact from '../../../src/engine/netlify/functions/contact.ts';
import { parseConfig } from '../../../src/config.ts';
import { fields } from '../../../src/engine/leads/fields.ts';
import { leadStates, type Lead, type LeadStore } from '../../../src/engine/leads/outbox.ts';
import { startBlobs } from './blobs.ts';
import { exchange, type Answer, type Question } from './exchange.ts';

export interface Host {
  /** Sends POST /contact from a client address. */
  post(question: Question, clientAddress?: string): Promise<Answer>;
  countLeads(): Promise<number>;
  getLeads(): Promise<Lead[]>;
  log: string[];
  /** Makes the storage of leads unusable. */
  breakStore(): Promise<void>;
  close(): Promise<void>;
}

const siteUrl = 'https://www.firm.test';

const countIn = async (store: LeadStore) =>
  (await Promise.all(leadStates.map((state) => store.list(state)))).flat().length;

async function readLeads(store: LeadStore): Promise<Lead[]> {
  const leads: Lead[] = [];
  for (const state of leadStates) {
    for (const id of await store.list(state)) {
      const lead = await store.read(id, state);
      if (lead) leads.push(lead);
    }
  }
  return leads;
}

/** The contact page, with the elements that the server fills when it refuses a form. */
const contactPage = `<!doctype html><html lang="en"><head><title>Contact</title></head><body>
<p id="contact-refused" role="alert"></p><form method="post" action="/contact">
${fields
  .map(({ name }) => {
    const control = name === 'challenge' ? 'textarea></textarea' : 'input/';
    return `<${control.replace(/[>/]/, ` id="${name}" name="${name}"$&`)}><span id="${name}-problem"></span>`;
  })
  .join('\n')}
</form></body></html>`;

/** Creates a folder with files; `remove` deletes it. */
export async function createFolder(files: Record<string, string | Uint8Array> = {}) {
  const path = await mkdtemp(join(tmpdir(), 'server-test-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function startNode(): Promise<Host> {
  const site = await createFolder({ 'contact.html': contactPage });
  const data = await createFolder();
  const log: string[] = [];
  const server = await startServer({
    config: parseConfig({
      PORT: '0',
      DATA_DIR: data.path,
      SITE_URL: siteUrl,
      TRUST_PROXY: 'true',
    }),
    openSite: async () => ({ site: await readSite(site.path) }),
    log: (line) => log.push(line),
  });
  const store = createFileStore(join(data.path, 'outbox'));
  return {
    post: ({ headers, ...question }, clientAddress = '203.0.113.1') =>
      exchange(`${server.url}/contact`, {
        method: 'POST',
        ...question,
        headers: { ...headers, 'x-forwarded-for': clientAddress },
      }),
    countLeads: () => countIn(store),
    getLeads: () => readLeads(store),
    log,
    breakStore: () => rm(join(data.path, 'outbox', 'waiting'), { recursive: true }),
    async close() {
      await server.close();
      await site.remove();
      await data.remove();
    },
  };
}

async function startNetlify(): Promise<Host> {
  const blobs = await startBlobs();
  const log: string[] = [];
  const console = vi.spyOn(globalThis.console, 'log').mockImplementation((line: string) => {
    log.push(line);
  });
  const store = createBlobStore(getStore({ name: 'leads', consistency: 'strong' }));
  const { fetch } = globalThis;
  const site = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isPage = input instanceof URL && input.href === `${siteUrl}/contact`;
    return isPage ? Promise.resolve(new Response(contactPage)) : fetch(input, init);
  });
  return {
    async post({ headers = {}, body = '' }, clientAddress = '203.0.113.1') {
      const response = await contact(
        new Request(`${siteUrl}/contact`, {
          method: 'POST',
          headers,
          body: typeof body === 'string' ? body : Uint8Array.from(body),
        }),
        {
          ip: clientAddress,
          site: { id: 'site', name: 'firm', url: siteUrl },
          waitUntil: () => undefined,
        },
      );
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    countLeads: () => countIn(store),
    getLeads: () => readLeads(store),
    log,
    breakStore: blobs.stop,
    async close() {
      await blobs.close();
      console.mockRestore();
      site.mockRestore();
    },
  };
}

export const hosts = [
  { name: 'Node', start: startNode },
  { name: 'Netlify', start: startNetlify },
];
