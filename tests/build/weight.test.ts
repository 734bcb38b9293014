/**
 * What the pages of tests/firms/bjornebakken weigh, held within 3 %: a kilobyte more is a decision. The
 * figures belong to that firm, so editing the facts of the sample breaks none of them; other sites are held
 * to the ceilings of budget.test.ts. After a decision, write the printed figures here.
 */
import { brotliCompressSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';
import { stat } from 'node:fs/promises';
import { renderBarePage } from '../../scripts/bench/support/bare-page.ts';
import { listFiles, readBuilt, readPages } from '../support/built-site.ts';

/** Bytes after Brotli of each kind of page, and the ratio to its bare text. */
const recordedPages: Record<string, [bytes: number, ratio: number]> = {};

/** Bytes after Brotli of each script that a touch may load, by its name without the digest. */
const recordedChunks: Record<string, number> = {};

/** Bytes of the typefaces that every page preloads. */
const recordedTypefaces = [0, 0];

const weigh = (text: string) => brotliCompressSync(text).length;
const isNear = (is: number, recorded: number) => Math.abs(is - recorded) <= recorded * 0.03;
const round = (ratio: number) => Math.round(ratio * 100) / 100;

/** The template of a page: the folder of an entry, a service or a tag, else the page itself. */
const getKind = (path: string) =>
  /^\/(?:services\/[^/]+|blog\/tag|blog|resources)\//.test(path)
    ? path.replace(/[^/]+$/, '')
    : path;

it('weighs the recorded bytes on a page of each kind', async () => {
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

it('weighs the recorded bytes in each script', async () => {
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
  const home = (await readPages()).get('/');
  const links = home?.$('link[rel=preload][as=font]').toArray() ?? [];
  const sizes = await Promise.all(
    links.map(
      async (link) =>
        (await stat(inject('distDirectory') + (home?.$(link).attr('href') ?? ''))).size,
    ),
  );
  const near = sizes.map((size, index) =>
    isNear(size, recordedTypefaces[index] ?? 0) ? recordedTypefaces[index] : size,
  );
  expect(near).toEqual(recordedTypefaces);
});
