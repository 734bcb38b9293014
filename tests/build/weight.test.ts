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
  isWaitingPage,
  listFiles,
  listTypefaces,
  readBuilt,
  readPages,
} from '../support/built-site.ts';
import { weigh } from '../support/weigh.ts';

/** Bytes after Brotli of each kind of page, and the ratio to its bare text. */
const recordedPages: Record<string, [bytes: number, ratio: number]> = {
  '/': [8170, 6.92],
  '/404': [5746, 9.21],
  '/about': [8554, 5.29],
  '/blog': [7673, 7.98],
  '/blog/': [8562, 8.08],
  '/blog/tag/': [6717, 8.58],
  '/blog/thank-you': [5864, 7.91],
  '/careers': [6234, 9.77],
  '/contact': [7965, 8.49],
  '/contact/': [5684, 9.26],
  '/cookies': [6217, 10.08],
  '/live/blog': [8563, 17.23],
  '/live/resources': [7723, 15.6],
  '/privacy': [6258, 9.44],
  '/resources': [7350, 9.21],
  '/resources/': [9205, 3.95],
  '/search': [6890, 10.68],
  '/services': [8318, 6.93],
  '/services/ai': [7315, 9.08],
  '/services/ai/': [7209, 8.58],
  '/services/business-operations': [7114, 9.3],
  '/services/business-operations/': [7239, 8.53],
  '/services/marketing/': [7229, 8.62],
  '/services/sales/': [7230, 8.66],
  '/terms': [6226, 9.71],
};

/** Bytes after Brotli of each script that a touch may load, by its name without the digest. */
const recordedChunks: Record<string, number> = {
  ContactForm: 1342,
  Messages: 4413,
  Search: 1243,
  client: 57089,
  'hydrate-share-save': 540,
  'jsx-runtime': 1056,
  react: 2694,
  'rolldown-runtime': 96,
  routes: 169,
};

/** Bytes of the typefaces that every page loads. */
const recordedTypefaces = [8004, 11152];

const isNear = (is: number, recorded: number) => Math.abs(is - recorded) <= recorded * 0.03;
const round = (ratio: number) => Math.round(ratio * 100) / 100;

/** The template of a page: the folder of an entry, a service or a tag, else the page itself. */
const getKind = (path: string) =>
  isWaitingPage(path) || path === '/blog/thank-you' || path.split('/').length < 3
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
