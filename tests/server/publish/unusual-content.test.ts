/** Pages of a space without posts and resources, and of the same content in two time zones. */
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRelease } from '../../../src/engine/publish/index.ts';
import { startServer, type RunningServer } from '../../../src/engine/serve/node/server.ts';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { redirects } from '../../../src/data/redirects.ts';
import { fixtureSpace, makePost } from '../../fixtures/space.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;
beforeAll(async () => {
  site = await openPublishedSite(0);
});
afterAll(() => site.close());

describe('a space without posts and resources', () => {
  let server: RunningServer;
  beforeAll(async () => {
    await site.service.setSpace({ entries: [], assets: [] });
    await site.publish();
    server = await startServer({
      config: { ...site.config, reconcileMinutes: 0 },
      openSite: async () => {
        const opened = await openRelease(site.config);
        if (!opened) throw new Error('There is no release.');
        return { site: opened };
      },
      log: () => undefined,
    });
  });
  afterAll(() => server.close());

  const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
  const getPage = async (path: string) => {
    const $ = load(await (await get(path)).text());
    return { $, text: $('main').text().replace(/\s+/g, ' ') };
  };

  test.each([
    ...[
      '/',
      '/services',
      '/about',
      '/contact',
      '/blog',
      '/blog/thank-you',
      '/resources',
      '/search',
    ],
    ...['/rss.xml', '/robots.txt', '/llms.txt'],
  ])('has %s', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  test('has no second page, no tag and no post', async () => {
    for (const path of ['/blog/page/2', '/resources/page/2', '/blog/tag/crm', '/blog/any-post'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('says that there are no posts yet', async () => {
    const { $, text } = await getPage('/blog');
    expect(text).toContain('No blog posts yet');
    expect(text).toContain(
      "We're working on creating valuable content for you. Check back soon for insights on growth, AI, and operational excellence.",
    );
    expect(text).not.toMatch(/Featured Post|Latest Articles|Something went wrong/);
    expect($('main article').length).toBe(0);
  });

  test('lists the built-in resources, and shows each', async () => {
    const { text } = await getPage('/resources');
    for (const expected of ['Featured Resource', 'All Resources']) expect(text).toContain(expected);
    for (const { slug, title } of builtInResources) {
      expect(text).toContain(title);
      expect((await getPage(`/resources/${slug}`)).$('h1').text()).toBe(title);
    }
  });

  test('has a feed without items', async () => {
    const feed = load(await (await get('/rss.xml')).text(), { xml: true });
    expect([feed('channel > title').length, feed('item').length]).toEqual([1, 0]);
  });

  test('has no link to a missing page, no empty list and no missing value in its texts', async () => {
    const files = await site.readReleased();
    const isThere = (path: string) =>
      ['', '.html', 'index.html', '/index.html'].some((end) => files.has(path.slice(1) + end)) ||
      redirects.some(({ from }) => path.startsWith(from.replace('*', '')));
    const broken: string[] = [];
    for (const [name, html] of files) {
      if (!name.endsWith('.html')) continue;
      const $ = load(html);
      // A template holds tokens until a script fills it.
      $('template').remove();
      $('main ul, main ol').each((_, list) => {
        if ($(list).children().length === 0) broken.push(`${name} has an empty list`);
      });
      $('a[href^="/"]').each((_, link) => {
        const path = ($(link).attr('href') ?? '').replace(/[#?].*/, '');
        if (!isThere(path)) broken.push(`${name} leads to ${path}`);
      });
      const value = /\b(?:undefined|NaN|null|\[object \w+)\b/.exec($('main').text());
      if (value) broken.push(`${name} says ${value[0]}`);
    }
    expect(broken).toEqual([]);
  });
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

  const [first = new Map<string, string>(), ...others] = releases;
  const shown = dates.map((_, number) =>
    load(first.get(`blog/post-${number}.html`) ?? '')('time')
      .first()
      .text(),
  );
  expect(shown).toEqual(['January 5, 2026', 'January 6, 2026', 'January 7, 2026']);
  for (const other of others) {
    const names = [...new Set([...first.keys(), ...other.keys()])];
    expect(names.filter((name) => first.get(name) !== other.get(name))).toEqual([]);
  }
});
