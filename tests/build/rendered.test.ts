/** Pages that the built site lacks: archives of a long blog, and a page in another year. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startContentService } from '../../scripts/content-service/service.ts';
import { getSnapshotDirectory, parseConfig } from '../../src/config.ts';
import {
  loadRenderer,
  prepare,
  pullContent,
  type Renderer,
} from '../../src/engine/publish/index.ts';
import { images, manyPosts } from '../fixtures/content.ts';

let folder: string;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rendered-'));
  const service = await startContentService({
    space: { entries: manyPosts(80), assets: [] },
    images,
  });
  const parsed = parseConfig({ PORT: '0', DATA_DIR: folder });
  const config = { ...parsed, contentful: service.account };
  await pullContent(config);
  await service.close();
  const { directory } = await prepare(config, { renderers: inject('renderers') });
  renderer = await loadRenderer(directory, getSnapshotDirectory(config));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
