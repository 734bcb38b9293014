/**
 * Holds the weight of the pages of tests/firms/bjornebakken within 3 %, so that another kilobyte is a
 * decision. The figures belong to that firm, so editing the facts of the sample breaks none of them; other
 * sites are held to the ceilings of budget.test.ts. After a decision, write the printed figures here.
 */
import { expect, inject, it } from 'vitest';
import { stat } from 'node:fs/promises';
import { renderBarePage } from '../../scripts/bench/support/bare-page.ts';
import {
  getPage,
  isLivePage,
  listFiles,
  listTypefaces,
  readBuilt,
  readPages,
} from '../support/built-site.ts';
import { weigh } from '../support/weigh.ts';

/** Bytes after Brotli of each kind of page, and the ratio to its bare text. */
const recordedPages: Record<string, [bytes: number, ratio: number]> = {
  '/': [7214, 6.11],
  '/404': [4762, 7.63],
  '/about': [7605, 4.7],
  '/blog': [6699, 6.97],
  '/blog/': [7274, 6.86],
  '/blog/live': [7486, 15.06],
  '/blog/tag/': [5761, 7.36],
  '/blog/thank-you': [5974, 7.74],
  '/careers': [5385, 8.44],
  '/contact': [7331, 7.82],
  '/contact/': [4721, 7.69],
  '/cookies': [5187, 8.41],
  '/privacy': [5409, 8.16],
  '/resources': [6219, 7.79],
  '/resources/': [8017, 3.44],
  '/resources/live': [6741, 13.62],
  '/search': [6064, 9.4],
  '/services': [7467, 6.22],
  '/services/ai': [6271, 7.78],
  '/services/ai/': [6114, 7.28],
  '/services/business-operations': [6030, 7.88],
  '/services/business-operations/': [6092, 7.18],
  '/services/marketing/': [6095, 7.26],
  '/services/sales/': [6069, 7.27],
  '/terms': [5196, 8.11],
};

/** Bytes after Brotli of each script that a touch may load, by its name without the digest. */
const recordedChunks: Record<string, number> = {
  ContactForm: 1342,
  LiveList: 459,
  LivePage: 701,
  Messages: 4413,
  Search: 1243,
  client: 57089,
  'hydrate-share-save': 559,
  'jsx-runtime': 273,
  'live-template': 3119,
  messages: 844,
  react: 2694,
  'rolldown-runtime': 96,
  routes: 169,
};

/** Bytes of the typefaces that every page loads. */
const recordedTypefaces = [8348, 11024];

const isNear = (is: number, recorded: number) => Math.abs(is - recorded) <= recorded * 0.03;
const round = (ratio: number) => Math.round(ratio * 100) / 100;

/** The template of a page: the folder of an entry, a service or a tag, else the page itself. */
const getKind = (path: string) =>
  isLivePage(path) || path === '/blog/thank-you' || path.split('/').length < 3
    ? path
    : path.replace(/^(\/services\/[^/]+)$|[^/]+$/, '$1');

it('a page of each kind has the recorded weight', async () => {
  const pages = [...(await readPages()).values()].sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
  const weights: typeof recordedPages = {};
  for (const { path, html } of pages)
    weights[getKind(path)] ??= [weigh(html), round(weigh(html) / weigh(renderBarePage(html)))];
  const near = Object.entries(weights).map(([kind, [bytes, ratio]]) => {
    const recorded = recordedPages[kind];
    const isKept = recorded && isNear(bytes, recorded[0]) && isNear(ratio, recorded[1]);
    return [kind, isKept ? recorded : [bytes, ratio]];
  });
  expect(Object.fromEntries(near)).toEqual(recordedPages);
});

it('each script has the recorded weight', async () => {
  const files = (await listFiles()).filter(
    (file) => file.endsWith('.js') && file.includes('_astro'),
  );
  const chunks: typeof recordedChunks = {};
  for (const file of files.sort()) {
    const name = file.replace(/^.*\/([^/.]+)\..*$/, '$1');
    chunks[name] = (chunks[name] ?? 0) + weigh(await readBuilt(file));
  }
  const near = Object.entries(chunks).map(([name, bytes]) => {
    const recorded = recordedChunks[name];
    return [name, recorded !== undefined && isNear(bytes, recorded) ? recorded : bytes];
  });
  expect(Object.fromEntries(near)).toEqual(recordedChunks);
});

it('weighs the recorded bytes in both typefaces', async () => {
  const files = listTypefaces(getPage(await readPages(), '/'));
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(inject('distDirectory') + file)).size),
  );
  const near = sizes.map((size, index) =>
    isNear(size, recordedTypefaces[index] ?? 0) ? recordedTypefaces[index] : size,
  );
  expect(near).toEqual(recordedTypefaces);
});
