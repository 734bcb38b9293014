/** Pages that the built site lacks: archives of a long blog, and a page in another year. */
import { load } from 'cheerio';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { getSnapshotDirectory } from '../../src/config.ts';
import {
  loadRenderer,
  prepare,
  pullContent,
  type Renderer,
} from '../../src/engine/publish/index.ts';
import { manyPosts } from '../fixtures/content.ts';
import { openAccount } from '../support/account.ts';

let renderer: Renderer;
beforeAll(async () => {
  const { config, close } = await openAccount({ entries: manyPosts(80), assets: [] });
  await pullContent(config);
  const { directory } = await prepare(config, { renderers: inject('renderers') });
  renderer = await loadRenderer(directory, getSnapshotDirectory(config));
  return close;
});

const render = async (path: string) => load((await renderer.render(path)).content.toString());

test('an archive page leads to the newer and the older one, as browsers and crawlers know them', async () => {
  const $ = await render('/blog/page/2');
  const listPager = (rel: string) =>
    $(`.pager a[rel=${rel}]`)
      .map((_, link) => $(link).attr('href'))
      .get();
  expect(listPager('prev')).toEqual(['/blog/page/3']);
  expect(listPager('next')).toEqual(['/blog/page/1']);
});

test('the copyright line has the year of the build', async () => {
  vi.useFakeTimers({ now: new Date('2031-06-01'), toFake: ['Date'] });
  const $ = await render('/privacy').finally(() => vi.useRealTimers());
  expect($('footer').text()).toContain('© 2031');
});
