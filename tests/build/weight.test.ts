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
  '/': [7250, 6.25],
  '/404': [4747, 7.85],
  '/about': [7523, 4.71],
  '/blog': [6670, 7.1],
  '/blog/': [7121, 6.76],
  '/blog/live': [7510, 15.11],
  '/blog/tag/': [5769, 7.41],
  '/blog/thank-you': [5973, 7.96],
  '/careers': [5387, 8.43],
  '/contact': [7355, 7.84],
  '/contact/': [4729, 7.89],
  '/cookies': [5212, 8.45],
  '/privacy': [5436, 8.2],
  '/resources': [6217, 7.95],
  '/resources/': [7932, 3.44],
  '/resources/live': [6737, 13.61],
  '/search': [6063, 9.4],
  '/services': [7473, 6.4],
  '/services/ai': [6232, 7.92],
  '/services/ai/': [6057, 7.4],
  '/services/business-operations': [6036, 7.89],
  '/services/business-operations/': [6083, 7.41],
  '/services/marketing/': [6078, 7.49],
  '/services/sales/': [6059, 7.49],
  '/terms': [5213, 8.13],
};

/** Bytes after Brotli of each script that a touch may load, by its name without the digest. */
const recordedChunks: Record<string, number> = {
  ContactForm: 1342,
  LiveList: 459,
  LivePage: 701,
  Messages: 4413,
  NewestOnSite: 781,
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
