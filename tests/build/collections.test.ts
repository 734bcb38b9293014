/** What the built site has of every collection. tests/firms.test.ts has one that this site lacks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { collections } from '#collections/index.ts';
import { itemPath } from '#engine/collections.ts';
import { listFiles, readBuilt, readPages } from '../support/built-site.ts';
import { fixtureSpace } from '../fixtures/space.ts';

const pages = await readPages();
const files = await listFiles();
const sitemap = await readBuilt('/sitemap-0.xml');
/** What search finds. */
const fragments = await Promise.all(
  files
    .filter((file) => file.endsWith('.pf_fragment'))
    .map(async (file) =>
      gunzipSync(await readFile(join(inject('distDirectory'), file))).toString(),
    ),
);

test.each(collections.map((one) => [one.name, one] as const))(
  '%s have a list, and each a page, a line in the sitemap, a share image and a place in search',
  (_, collection) => {
    const { contentType, builtIn = [] } = collection;
    expect(pages.has(collection.path)).toBe(true);
    const entries = fixtureSpace.entries.filter(
      ({ sys }) => sys.contentType.sys.id === contentType,
    );
    const slugs = [...entries.map(({ fields }) => fields.slug), ...builtIn.map(({ slug }) => slug)];
    for (const path of slugs.map((slug) => itemPath(collection, String(slug)))) {
      expect(sitemap).toContain(`${path}</loc>`);
      expect(fragments.join()).toContain(`"url":"${path}"`);
      const image = pages.get(path)?.$('meta[property="og:image"]').attr('content') ?? '';
      expect(files).toContain(new URL(image).pathname);
    }
  },
);
