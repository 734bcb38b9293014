/** What every collection of a site gets by its declaration alone. tests/firms.test.ts has one that this site lacks. */
import '../../support/short-waits.ts';
import { describe, expect, test } from 'vitest';
import { collections } from '#collections/index.ts';
import { createRead } from '#engine/content/read.ts';
import { getSnapshotDirectory } from '#engine/config.ts';
import { fill } from '../../fixtures/content.ts';
import { closing } from '../../support/closing.ts';
import { openPublishedSite, serveSite } from '../support/open-site.ts';

const entries = collections.flatMap((collection) =>
  Array.from({ length: collection.shownFirst + 1 }, (_, number) =>
    fill(collection, `${collection.name.toLowerCase()}-${number}`),
  ),
);
const site = closing(await openPublishedSite(entries));
await site.pull();
const server = closing(await serveSite(site));

const untilAnswered = (path: string, status: number, location: string | null = null) =>
  expect.poll(() => server.get(path)).toMatchObject({ status, location });

describe.each(collections.map((one) => [one.name, one] as const))('%s', (name, collection) => {
  const { path, words } = collection;
  const slug = 'newer';

  test('have a list that leads on to an archive', async () => {
    const list = await server.get(path);
    expect(list.status).toBe(200);
    const [, page] = new RegExp(`href="${path}/page/(\\d+)"`).exec(list.text) ?? [];
    const title = collection.titles.archive(Number(page));
    expect((await server.get(`${path}/page/${page}`)).text).toContain(title);
    expect((await server.get(`${path}/page/99`)).status).toBe(404);
  });

  test('are read live before a publish, by their page and as JSON, and say what is missing', async () => {
    site.service.publish(fill(collection, slug));
    const api = await server.get(`/api${path}/${slug}`);
    expect(JSON.parse(api.text)).toMatchObject({ slug, body: { html: `<p>Body of ${slug}.</p>` } });
    expect((await server.get(`${path}/${slug}`)).status).toBe(404);
    expect((await server.get(`${path}/${slug}?live`)).text).toContain(`Body of ${slug}.`);
    const unknown = await server.get(`${path}/never-there`);
    expect([unknown.status, unknown.text.includes(words.notFound)]).toEqual([404, true]);
    const missing = await server.get(`/api${path}/never-there`);
    expect([missing.status, JSON.parse(missing.text)]).toEqual([404, { error: words.notFound }]);
    await site.service.setFaults({ kind: 'unauthorized' });
    const failed = await server.get(`/api${path}/not-asked-yet`);
    await site.service.setFaults();
    expect([failed.status, JSON.parse(failed.text)]).toEqual([502, { error: words.failed }]);
  });

  test('keep their addresses: 301 after a new slug, 410 after they were taken back', async () => {
    await server.announce(site.service.publish(fill(collection, slug, { slug: `${slug}-2` })).sys);
    await untilAnswered(`${path}/${slug}?from=mail`, 301, `${path}/${slug}-2?from=mail`);
    site.service.unpublish(slug);
    await server.announce({ type: 'DeletedEntry', id: slug });
    await untilAnswered(`${path}/${slug}-2`, 410);
    expect((await server.get(`${path}/${slug}`)).text).toContain(words.notFound);
  });

  test('are given to search', async () => {
    const read = createRead(getSnapshotDirectory(site.config));
    const found = await read({ type: 'search-part', part: 1 });
    read.close();
    expect(found[name]?.map(({ record }) => record.slug)).toContain(`${name.toLowerCase()}-0`);
  });
});
