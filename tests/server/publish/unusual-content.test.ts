/** Pages of a space without posts and resources, and of the same content in two time zones. */
import { load } from 'cheerio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { messages } from '../../../src/data/messages.ts';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { fixtureSpace, makePost } from '../../fixtures/space.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;
beforeAll(async () => {
  site = await openPublishedSite(0);
});
afterAll(() => site.close());

test('a space without posts and resources has every page of the code, and says what is not there yet', async () => {
  await site.service.setSpace({ entries: [], assets: [] });
  await site.publish();
  const files = await site.readReleased();
  // The files are read byte by byte.
  const getMain = (name: string) => load(Buffer.from(files.get(name) ?? '', 'latin1'))('main');
  const pages = ['index', 'services', 'about', 'contact', 'blog', 'resources', 'search'];
  const names = [...pages.map((page) => `${page}.html`), 'rss.xml', 'robots.txt', 'llms.txt'];
  expect([...files.keys()]).toEqual(expect.arrayContaining(names));
  const ofContent = /^(blog|resources)\/(page|tag)\/|^blog\/(?!thank-you)/;
  expect([...files.keys()].filter((name) => ofContent.test(name))).toEqual([]);

  const blog = getMain('blog.html').text().replace(/\s+/g, ' ');
  const { empty, emptyHint, listFailedTitle } = messages.blog;
  for (const expected of [empty, emptyHint]) expect(blog).toContain(expected);
  for (const other of ['Featured Post', 'Latest Articles', listFailedTitle])
    expect(blog).not.toContain(other);
  expect(files.get('rss.xml')).not.toContain('<item>');

  const list = getMain('resources.html').text();
  for (const { slug, title } of builtInResources) {
    for (const expected of ['Featured Resource', 'All Resources', title])
      expect(list).toContain(expected);
    expect(getMain(`resources/${slug}.html`).find('h1').text()).toBe(title);
  }
  for (const name of [...files.keys()].filter((one) => one.endsWith('.html'))) {
    expect(getMain(name).find('ul:empty, ol:empty').length, name).toBe(0);
    expect(getMain(name).text()).not.toMatch(/\b(?:undefined|NaN|null|\[object \w+)\b/);
  }
});

test('the same content is the same in two time zones, byte for byte', async () => {
  // Each date is another day in one of the zones.
  const dates = ['2026-01-05', '2026-01-06T00:30:00Z', '2026-01-07T23:30:00-08:00'];
  const posts = dates.map((publishedDate, number) => makePost(number, { publishedDate }));
  await site.service.setSpace({ ...fixtureSpace, entries: posts });
  const releases: Map<string, string>[] = [];
  for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', zone); // of the process that reads the content and renders the pages
    const { pages } = await site.publish({ whole: true });
    expect(pages.rendered).toBe(pages.pages - 1); // all but the receipt
    releases.push(await site.readReleased());
  }
  vi.unstubAllEnvs();
  const [first, second] = releases;
  expect(second).toEqual(first);
  const shown = dates.map((_, number) =>
    load(first?.get(`blog/post-${number}.html`) ?? '')('time')
      .first()
      .text(),
  );
  expect(shown).toEqual(['January 5, 2026', 'January 6, 2026', 'January 7, 2026']);
});
