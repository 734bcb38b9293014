/**
 * Holds the weight of the pages of tests/firms/bjornebakken within 3 %, so that another kilobyte is a
 * decision. The figures belong to that firm, so editing the facts of the sample breaks none of them; other
 * sites are held to the ceilings of budget.test.ts. After a decision, write the printed figures here.
 */
import { expect, it } from 'vitest';
import { renderBarePage } from '../../scripts/bench/support/bare-page.ts';
import {
  getPage,
  isWaitingPage,
  listFiles,
  listTypefaces,
  readBuilt,
  readPages,
  weigh,
  weighFile,
} from '../support/built-site.ts';

/** Bytes after Brotli of each kind of page, and the ratio to its bare text. */
const recordedPages: Record<string, [bytes: number, ratio: number]> = {
  '/': [10709, 8.95],
  '/404': [8289, 12.95],
  '/about': [11087, 6.8],
  '/blog': [10203, 10.46],
  '/blog/': [10964, 10.15],
  '/blog/tag/': [9285, 11.62],
  '/blog/thank-you': [8384, 11.13],
  '/careers': [8786, 13.29],
  '/contact': [9849, 10.46],
  '/contact/': [8236, 12.59],
  '/cookies': [8738, 14.07],
  '/live/blog': [8869, 17.29],
  '/live/resources': [8753, 17.1],
  '/privacy': [8791, 13.04],
  '/resources': [9889, 12.07],
  '/resources/': [11608, 4.93],
  '/search': [8759, 13.31],
  '/services': [10873, 9.03],
  '/services/ai': [9832, 11.86],
  '/services/ai/': [9750, 11.47],
  '/services/business-operations': [9657, 12.24],
  '/services/business-operations/': [9768, 11.34],
  '/services/marketing/': [9754, 11.5],
  '/services/sales/': [9749, 11.55],
  '/terms': [8755, 13.62],
};

/** Bytes after Brotli of each script that a touch may load, by its name without the digest. */
const recordedChunks: Record<string, number> = {
  ContactForm: 1462,
  Messages: 3317,
  MobileMenu: 669,
  ScrollHeader: 568,
  Search: 1243,
  ShareSave: 436,
  client: 57089,
  'jsx-runtime': 657,
  measures: 60,
  messages: 941,
  react: 3237,
  'react-dom': 1237,
  'rolldown-runtime': 327,
  routes: 169,
  'use-animate-style': 3178,
};

/** Bytes of the typefaces that every page loads. */
const recordedTypefaces = [8004, 11152];

const round = (ratio: number) => Math.round(ratio * 100) / 100;

/** Replaces figures within 3 % of the recorded ones by these. */
const settle = (is: readonly number[], recorded: readonly number[] = []) =>
  is.every((figure, index) => {
    const before = recorded[index] ?? 0;
    return Math.abs(figure - before) <= before * 0.03;
  })
    ? recorded
    : is;

/** The template of a page: the folder of an entry, a service or a tag, else the page itself. */
const getKind = (path: string) =>
  isWaitingPage(path) || path === '/blog/thank-you' || path.split('/').length < 3
    ? path
    : path.replace(/^(\/services\/[^/]+)$|[^/]+$/, '$1');

it('a page of each kind has the recorded weight', async () => {
  const pages = [...(await readPages()).values()].sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
  const weights: Record<string, readonly number[]> = {};
  for (const { path, html } of pages) {
    const kind = getKind(path);
    const bytes = weigh(html);
    weights[kind] ??= settle(
      [bytes, round(bytes / weigh(renderBarePage(html)))],
      recordedPages[kind],
    );
  }
  expect(weights).toEqual(recordedPages);
});

it('each script has the recorded weight', async () => {
  const chunks: typeof recordedChunks = {};
  for (const file of (await listFiles()).filter((one) => /_astro.*\.js$/.test(one))) {
    const name = file.replace(/^.*\/([^/.]+)\..*$/, '$1');
    chunks[name] = (chunks[name] ?? 0) + weigh(await readBuilt(file));
  }
  const settled = Object.entries(chunks).map(([name, bytes]) => [
    name,
    settle([bytes], [recordedChunks[name] ?? 0])[0],
  ]);
  expect(Object.fromEntries(settled)).toEqual(recordedChunks);
});

it('weighs the recorded bytes in both typefaces', async () => {
  const files = listTypefaces(getPage(await readPages(), '/'));
  const sizes = await Promise.all(files.map(weighFile));
  expect(settle(sizes, recordedTypefaces)).toEqual(recordedTypefaces);
});
