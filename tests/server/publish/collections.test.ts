/** What every collection of a site gets by its declaration alone. tests/firms.test.ts has one that this site lacks. */
import '../../support/short-waits.ts';
import { describe, expect, test } from 'vitest';
import { collections } from '#collections/index.ts';
import { allItems, hasPages, type CollectionWithPages } from '#engine/declare/collections.ts';
import { searchIndexPath } from '#data/routes.ts';
import { fill } from '../../fixtures/content.ts';
import { closing } from '../../support/closing.ts';
import { openPublishedSite, serveSite } from '../support/open-site.ts';

const withPages = collections.filter(hasPages);
const hasArchive = ({ pages }: CollectionWithPages) => pages.shownFirst < allItems;
const entries = withPages.flatMap((collection) =>
  Array.from(
    { length: hasArchive(collection) ? collection.pages.shownFirst + 1 : 3 },
    (_, number) => fill(collection, `${collection.name.toLowerCase()}-${number}`),
  ),
);
const site = closing(await openPublishedSite(entries));
await site.pull();
const server = closing(await serveSite(site));

const untilAnswered = (path: string, status: number, location: string | null = null) =>
  expect.poll(() => server.get(path)).toMatchObject({ status, location });

describe.each(withPages.map((one) => [one.name, one] as const))('%s', (name, collection) => {
  const { path, words, search } = collection.pages;
  const slug = 'newer';
  const hasBody = Object.values(collection.fields).some(({ kind }) => kind === 'body');
  const shown = hasBody ? `Body of ${slug}.` : `of ${slug}`;

  test('have a list', async () => {
    expect((await server.get(path)).status).toBe(200);
  });

  test.runIf(hasArchive(collection))('have an archive, to which the list leads', async () => {
    const list = await server.get(path);
    const [, page] = new RegExp(`href="${path}/page/(\\d+)"`).exec(list.text) ?? [];
    const title = collection.pages.titles.archive(Number(page));
    expect((await server.get(`${path}/page/${page}`)).text).toContain(title);
    expect((await server.get(`${path}/page/99`)).status).toBe(404);
  });

  test('are pages before any event tells of them, and say what is missing and what could not be loaded', async () => {
    site.service.publish(fill(collection, slug));
    await expect
      .poll(() => server.get(`${path}/${slug}`))
      .toMatchObject({ status: 200, text: expect.stringContaining(shown) as string });
    const unknown = await server.get(`${path}/never-there`);
    expect([unknown.status, unknown.text.includes(words.notFound)]).toEqual([404, true]);
    for (const removed of [`/api${path}`, `/api${path}/${slug}`])
      expect((await server.get(removed)).status).toBe(404);
    await site.service.setFaults({ kind: 'unauthorized' });
    const failed = { status: 502, text: expect.stringContaining(words.failed) as string };
    await expect.poll(() => server.get(`${path}/not-asked-yet?live`)).toMatchObject(failed);
    await site.service.setFaults();
  });

  test('keep their addresses: 301 after a new slug, 410 after they were taken back', async () => {
    await server.announce(site.service.publish(fill(collection, slug, { slug: `${slug}-2` })).sys);
    await untilAnswered(`${path}/${slug}?from=mail`, 301, `${path}/${slug}-2?from=mail`);
    site.service.unpublish(slug);
    await server.announce({ type: 'DeletedEntry', id: slug });
    await untilAnswered(`${path}/${slug}-2`, 410);
    await expect
      .poll(async () => (await server.get(`${path}/${slug}`)).text)
      .toContain(words.notFound);
  });

  test.runIf(search)('are given to search', async () => {
    const index = await server.get(searchIndexPath);
    expect(index.text).toContain(`"${path}/${name.toLowerCase()}-0"`);
  });
});
