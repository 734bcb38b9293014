/**
 * Holds what the pages of tests/firms/bjornebakken weigh within 3 %, so that another kilobyte is a decision.
 * The figures belong to that firm, so editing the facts of the sample breaks none of them; other sites are held
 * to the ceilings of every-page.test.ts. After a decision, write the printed figures here.
 */
import { expect, it } from 'vitest';
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

/** Bytes after Brotli of the first page of each kind. */
const pages = {
  '/': 11082,
  '/404': 8289,
  '/about': 11420,
  '/blog': 10203,
  '/blog/': 11453,
  '/blog/tag/': 9285,
  '/blog/thank-you': 8384,
  '/careers': 8786,
  '/contact': 11045,
  '/contact/': 8236,
  '/cookies': 8738,
  '/live/blog': 8869,
  '/live/resources': 8753,
  '/privacy': 8791,
  '/resources': 9019,
  '/search': 8759,
  '/services': 11569,
  '/services/ai': 10369,
  '/services/ai/': 10686,
  '/services/business-operations': 10193,
  '/services/business-operations/': 10694,
  '/services/marketing/': 10717,
  '/services/sales/': 10702,
  '/terms': 8755,
};

/** Bytes after Brotli of each script that a touch may load, by its name without the digest. */
const scripts = {
  ContactForm: 1976,
  Messages: 3317,
  MobileMenu: 669,
  ScrollHeader: 568,
  Search: 1405,
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
const typefaces = { display: 8004, text: 11152 };

type Weights = Record<string, number>;

/** Replaces figures within 3 % of the recorded ones by these. */
const settle = (weights: Weights, recorded: Weights): Weights =>
  Object.fromEntries(
    Object.entries(weights).map(([name, bytes]) => {
      const before = recorded[name] ?? 0;
      return [name, Math.abs(bytes - before) <= before * 0.03 ? before : bytes];
    }),
  );

/** The template of a page: the folder of an entry, a service or a tag, else the page itself. */
const getKind = (path: string) =>
  isWaitingPage(path) || path === '/blog/thank-you' || path.split('/').length < 3
    ? path
    : path.replace(/^(\/services\/[^/]+)$|[^/]+$/, '$1');

const getName = (file: string) => file.replace(/^.*\/([^/.]+)\..*$/, '$1');

it('a page of each kind has the recorded weight', async () => {
  const weights: Weights = {};
  const inOrder = [...(await readPages()).values()].sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
  for (const { path, html } of inOrder) weights[getKind(path)] ??= weigh(html);
  expect(settle(weights, pages)).toEqual(pages);
});

it('each script has the recorded weight', async () => {
  const weights: Weights = {};
  for (const file of (await listFiles()).filter((one) => /_astro.*\.js$/.test(one)))
    weights[getName(file)] = (weights[getName(file)] ?? 0) + weigh(await readBuilt(file));
  expect(settle(weights, scripts)).toEqual(scripts);
});

it('each typeface has the recorded weight', async () => {
  const weights: Weights = {};
  for (const file of listTypefaces(getPage(await readPages(), '/')))
    weights[getName(file)] = await weighFile(file);
  expect(settle(weights, typefaces)).toEqual(typefaces);
});
