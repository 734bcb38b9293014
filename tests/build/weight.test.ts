/** Holds what the pages of tests/firms/bjornebakken weigh, in a copy of the project that tests/firms.test.ts makes. */
import { writeFile } from 'node:fs/promises';
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
  weighQuickly,
} from '../support/built-site.ts';
import recorded from './weights.json' with { type: 'json' };

/** Bytes: of the first page of each kind and each script, compressed, and of the typefaces that every page loads. */
type Kind = keyof typeof recorded;

const weights: Record<Kind, Record<string, number>> = { pages: {}, scripts: {}, typefaces: {} };

/** The template of a page: the folder of an entry, a service or a tag, else the page itself. */
const getKind = (path: string) =>
  isWaitingPage(path) || path === '/blog/thank-you' || path.split('/').length < 3
    ? path
    : path.replace(/^(\/services\/[^/]+)$|[^/]+$/, '$1');

/** The name of a file without the digest. */
const getName = (file: string) => file.replace(/^.*\/([^/.]+)\..*$/, '$1');

/** `WRITE_WEIGHTS=1 npx vitest run --project firms` records others: tests/firms.test.ts makes it the path of the file. */
const written = process.env.WRITE_WEIGHTS;

it('pages, scripts and typefaces have the recorded weights; WRITE_WEIGHTS=1 npx vitest run --project firms records others', async () => {
  const { pages, scripts, typefaces } = weights;
  const built = await readPages();
  for (const path of [...built.keys()].sort())
    pages[getKind(path)] ??= weighQuickly(getPage(built, path).html);
  for (const file of (await listFiles()).filter((one) => /_astro.*\.js$/.test(one)))
    scripts[getName(file)] = (scripts[getName(file)] ?? 0) + weigh(await readBuilt(file));
  for (const file of listTypefaces(getPage(built, '/')))
    typefaces[getName(file)] = await weighFile(file);
  // A figure within 3 % of the recorded one counts as that.
  for (const kind of ['pages', 'scripts', 'typefaces'] as const)
    for (const [name, before] of Object.entries(recorded[kind]))
      if (Math.abs((weights[kind][name] ?? 0) - before) <= before * 0.03)
        weights[kind][name] = before;
  if (written) await writeFile(written, `${JSON.stringify(weights, null, 2)}\n`);
  else expect(weights).toEqual(recorded);
});
