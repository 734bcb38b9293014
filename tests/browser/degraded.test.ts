/** Lists that were built while the content service failed lead to live ones. */
import { mkdir, symlink } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { prepare, readSite } from '../../src/engine/publish/index.ts';
import type { ContentService } from '../../scripts/content-service/service.ts';
import { startServer } from '../../src/engine/serve/node/server.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { findViolations } from '../support/accessibility.ts';
import { openAccount } from '../support/account.ts';
import { buildPages } from '../support/build-pages.ts';
import { createHold, desktop, phone, showTypefaces, visit } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';

const { blog, resources } = messages;

let service: ContentService;
let url: string;

beforeAll(async () => {
  const account = await openAccount(fixtureSpace, { CONTENT_ON_FAILURE: 'degrade' });
  ({ service } = account);
  await service.setFaults({ kind: 'unauthorized' });
  const { config, folder } = account;
  const dist = join(folder, 'dist');
  await mkdir(config.dataDirectory);
  await symlink(inject('renderers'), join(config.dataDirectory, 'renderer'), 'junction');
  await buildPages(config, dist);
  const server = await startServer({
    config,
    openSite: async () => ({
      site: await readSite(dist),
      renderer: await prepare(config),
    }),
    log: () => undefined,
  });
  ({ url } = server);
  return async () => {
    await server.close();
    await account.close();
  };
});
beforeEach(() => service.setFaults({ kind: 'unauthorized' }));

/** The items of a list as assistive technology reads them. */
async function describeItems(page: Page) {
  await showTypefaces(page);
  const parts = await page.locator('.feature, .card-grid').all();
  return Promise.all(parts.map((part) => part.ariaSnapshot()));
}

const lists = [
  {
    path: '/blog',
    failed: [blog.listFailedTitle, blog.listFailed],
    loading: blog.loadingList,
    featured: 'Featured Post',
    all: 'Latest Articles',
  },
  {
    path: '/resources',
    failed: [resources.listFailed],
    loading: resources.loadingList,
    featured: 'Featured Resource',
    all: 'All Resources',
  },
];

describe.each(lists)('$path, built without content', (list) => {
  const { path, failed, loading, featured, all } = list;

  it('shows the error while the service fails, and the list after a successful retry', async () => {
    await visit(url + path, desktop, async ({ page, errors }) => {
      const retry = page.getByRole('button', { name: messages.live.retry });
      await retry.waitFor();
      for (const text of failed)
        expect(await page.getByRole('main').getByRole('alert').innerText()).toContain(text);
      expect(await findViolations(page)).toEqual([]);

      await service.setFaults();
      await retry.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: featured }).waitFor();
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
      expect(errors.filter((error) => !error.includes('502'))).toEqual([]);
    });
  });

  it('shows the same list as a build, as soon as the service is back', async () => {
    await service.setFaults();
    let built: unknown;
    await visit(path, phone, async ({ page }) => {
      built = await describeItems(page);
    });
    const { hold, release } = createHold('**/api/**');
    await visit(
      url + path,
      phone,
      async ({ page, errors }) => {
        await page.getByRole('status').getByText(loading).waitFor({ state: 'attached' });
        release();
        await page.getByRole('heading', { name: all }).waitFor();
        expect(await findViolations(page)).toEqual([]);
        expect(await describeItems(page)).toEqual(built);
        expect(errors).toEqual([]);
      },
      hold,
    );
  });

  it('shows a visitor without JavaScript the error text and a link to the list', async () => {
    await service.setFaults();
    await visit(url + path, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      for (const text of failed) expect(await page.locator('main').innerText()).toContain(text);
      await page.getByRole('link', { name: messages.live.retry }).click();
      await page.getByRole('heading', { name: featured }).waitFor();
    });
  });
});

it('the blog, built without content, says so when there are no posts', async () => {
  await service.setFaults();
  for (const { sys } of fixtureSpace.entries) service.unpublish(sys.id);
  // An answer is shared for some seconds.
  await expect.poll(async () => (await fetch(`${url}/api/blog`)).text()).toBe('[]');
  await visit(`${url}/blog`, desktop, ({ page }) =>
    page.getByRole('heading', { name: blog.empty }).waitFor(),
  );
});
