/** On Netlify the secret protects deploys that show drafts, and no other deploys. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { writeGuard } from '#engine/netlify/built-functions.ts';
import { parseConfig } from '#engine/config.ts';
import { createFolder } from '../../fixtures/folder.ts';

const drafts = {
  NETLIFY: 'true',
  CONTEXT: 'branch-deploy',
  URL: 'https://firm.netlify.app',
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_DELIVERY_TOKEN: 'delivery',
  CONTENTFUL_PREVIEW_TOKEN: 'preview',
  PREVIEW_SECRET: 'correct-horse-battery',
};

test.each([
  [{}, { showsDrafts: true, previewHost: 'preview.contentful.com' }],
  [{ CONTENTFUL_HOST: 'cdn.eu.contentful.com' }, { previewHost: 'preview.eu.contentful.com' }],
  [{ CONTENTFUL_PREVIEW_TOKEN: '' }, { showsDrafts: false }],
])('a branch with a token for the Preview API shows drafts; with %j: %j', (other, shown) => {
  expect(parseConfig({ ...drafts, ...other }).contentful).toMatchObject(shown);
});

type Access = (request: Request, context: { ip: string }) => Response | undefined;

test('the edge function asks for the secret on every path; a build without drafts removes it', async () => {
  const folder = await createFolder();
  await writeGuard(parseConfig(drafts), folder);
  const { href } = pathToFileURL(join(folder, 'draft-access.ts'));
  const written = (await import(href)) as { default: Access; config: unknown };
  expect(written.config).toEqual({
    path: '/*',
    rateLimit: { windowLimit: 1200, windowSize: 180, aggregateBy: ['ip', 'domain'] },
  });
  const ask = (path: string, cookie = '') =>
    written.default(
      new Request(`https://drafts--firm.netlify.app${path}`, { headers: { cookie } }),
      { ip: '198.51.100.1' },
    );
  const refusal = ask('/blog');
  expect(refusal?.status).toBe(401);
  expect(await refusal?.text()).toContain('Open it from Contentful');
  const admission = ask(`/blog?secret=${drafts.PREVIEW_SECRET}`);
  expect(admission?.headers.get('location')).toBe('/blog');
  expect(ask('/blog', admission?.headers.getSetCookie()[0])).toBeUndefined();
  await writeGuard(parseConfig({ ...drafts, CONTEXT: 'production' }), folder);
  expect(existsSync(folder)).toBe(false);
});
