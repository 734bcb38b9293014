/** Creates a site that can be served: the content of an account, and the bundled pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '#engine/config.ts';
import type { ContentfulAccount } from '#engine/account.ts';
import { pullInProcess } from '#engine/pull/index.ts';
import { prepareBundle } from '#engine/origin/index.ts';
import { sampleSpace } from '../../sample/index.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';

const tags = ['Growth', 'Sales', 'CRM', 'AI'];

/** A post with a body from the sample content, made different by its number. */
export function makePost(number: number, fields: RawEntry['fields'] = {}): RawEntry {
  const models = sampleSpace.entries.filter(({ sys }) => sys.contentType.sys.id === 'blogPost');
  const model = models[number % models.length];
  if (!model) throw new Error('This needs posts in scripts/sample, and there are none.');
  const { featuredImage: _, ...kept } = model.fields;
  return {
    sys: { ...model.sys, id: `many-${number}` },
    fields: {
      ...kept,
      title: `Post number ${number}`,
      slug: `post-${number}`,
      publishedDate: new Date(Date.UTC(2026, 8, 1) - number * 3_600_000).toISOString(),
      tags: [tags[number % tags.length], tags[(number * 3 + 1) % tags.length]],
      ...fields,
    },
  };
}

/** Prepares the site of an account in a new folder. @param bundles folder of bundled pages; by default a new one */
export async function prepareSite(contentful: ContentfulAccount, bundles?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'published-'));
  const parsed = parseConfig({ DATA_DIR: join(folder, 'data'), PORT: '0' });
  const config = { ...parsed, contentful };
  const bundle = await prepareBundle(config, { bundles });
  return {
    folder,
    config,
    bundle,
    pull: () => pullInProcess(config),
    // A process that is just ending may still write into the folder.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
