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
  '/': [7793, 6.6],
  '/404': [5537, 8.87],
  '/about': [8141, 5.03],
  '/blog': [7268, 7.56],
  '/blog/': [8104, 7.65],
  '/blog/live': [8101, 16.3],
  '/blog/tag/': [6337, 8.09],
  '/blog/thank-you': [6537, 8.47],
  '/careers': [6234, 9.77],
  '/contact': [7965, 8.49],
  '/contact/': [5499, 8.96],
  '/cookies': [6217, 10.08],
  '/privacy': [6258, 9.44],
  '/resources': [6991, 8.76],
  '/resources/': [8871, 3.81],
  '/resources/live': [7367, 14.88],
  '/search': [6660, 10.33],
  '/services': [7977, 6.64],
  '/services/ai': [6988, 8.67],
  '/services/ai/': [6853, 8.16],
  '/services/business-operations': [6841, 8.94],
  '/services/business-operations/': [6892, 8.12],
  '/services/marketing/': [6883, 8.2],
  '/services/sales/': [6861, 8.22],
  '/terms': [6226, 9.71],
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
const recordedTypefaces = [8412, 11152];

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
