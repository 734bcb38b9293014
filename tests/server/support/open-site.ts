import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { prepareSite } from '#scripts/bench/support/published-site.ts';
import { signAt, webhookSecret } from '#scripts/bench/support/signed-requests.ts';
import { startContentService, type RawEntry } from '#scripts/content-service/service.ts';
import { openSiteFiles } from '#engine/table/index.ts';
import { startServer } from '#engine/serve/node/server.ts';
import { images } from '../../fixtures/content.ts';
import { fixtureSpace } from '../../fixtures/space.ts';

export type PublishedSite = Awaited<ReturnType<typeof openPublishedSite>>;

/**
 * Creates a site that can be published, with pages and pictures that the run has bundled and encoded.
 * @param more entries beside those of tests/fixtures/space.ts
 */
export async function openPublishedSite(more: readonly RawEntry[] = []) {
  const space = { ...fixtureSpace, entries: [...fixtureSpace.entries, ...more] };
  const service = await startContentService({ space, images });
  const { remove, ...site } = await prepareSite(service.account, inject('renderers'));
  const { dataDirectory } = site.config;
  await cp(inject('renderers'), join(dataDirectory, 'renderer'), { recursive: true });
  await cp(inject('media'), join(dataDirectory, 'media'), { recursive: true });
  return {
    ...site,
    service,
    close: async () => {
      await service.close();
      await remove();
    },
  };
}

const webhook = '/api/webhooks/contentful';
const preview = { password: 'a-long-password', port: 0 };
let events = 0;

/** Starts a server that serves and publishes a site. The content is asked for nothing without an event. */
export async function serveSite(site: PublishedSite, renderer = Promise.resolve(site.renderer)) {
  const opened = openSiteFiles(site.config);
  if (!opened) throw new Error('There is no site.');
  const log: string[] = [];
  const server = await startServer({
    config: { ...site.config, webhookSecret, preview, reconcileMinutes: 0 },
    openSite: () =>
      Promise.resolve({ site: opened, publishing: { prepareRenderer: () => renderer } }),
    log: (line) => log.push(line),
  });
  return {
    ...server,
    log,
    /** Asks as a visitor, and follows no redirect. */
    async get(path: string) {
      const response = await fetch(server.url + path, { redirect: 'manual' });
      const location = response.headers.get('location');
      return { status: response.status, location, text: await response.text() };
    },
    async getHealth() {
      return (await fetch(`${server.url}/api/health`)).json() as Promise<object>;
    },
    /** Tells of an entry as Contentful does. @returns the status */
    async announce(sys: object): Promise<number> {
      const { headers, body } = signAt(Date.now(), {
        method: 'POST',
        path: webhook,
        headers: { 'content-type': 'application/vnd.contentful.management.v1+json' },
        // Each event has its own body, because a signature counts once.
        body: JSON.stringify({ sys, fields: { number: ++events } }),
      });
      return (await fetch(server.url + webhook, { method: 'POST', headers, body })).status;
    },
  };
}

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;
