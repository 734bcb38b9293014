/** `npm run preview:drafts` shows saved entries to visitors with the secret, and to nobody else. */
import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { draftPath, drafts, openPreview, published, withSecret } from '../support/draft-preview.ts';
import { desktop, phone, visit, visitFirst } from '../support/visit.ts';

const { url, service } = await openPreview();

const admission = await fetch(url + withSecret('/'), { redirect: 'manual' });
const signedIn = { cookie: admission.headers.getSetCookie()[0] ?? '' };
const get = (path: string, headers: Record<string, string> = signedIn) =>
  fetch(url + path, { headers, redirect: 'manual' });
const getText = async (path: string) => (await get(path)).text();

test('without the cookie every address says how to come in, and nothing of the drafts', async () => {
  for (const path of ['/', draftPath, '/content-report', '/robots.txt', '/api/health'])
    for (const question of ['', '?secret=wrong-secret']) {
      const answer = await get(path + question, {});
      expect(answer.status, path).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Cookie /);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.getSetCookie()).toEqual([]);
      const text = await answer.text();
      expect(text).toContain('Open it from Contentful');
      expect(text).not.toMatch(/marketing|<script/);
    }
});

test('the secret opens the page that was asked for; no page breaks a rule of accessibility or policy', async () => {
  await visit(url + draftPath, phone, async ({ page, errors }) => {
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.goto(url + withSecret(draftPath));
    expect(page.url()).toBe(url + draftPath);
    const banner = page.getByRole('complementary', { name: 'Draft preview' });
    for (const path of [draftPath, '/blog', '/content-report']) {
      await page.goto(url + path);
      await banner.getByText('not the live site').waitFor();
      expect(await findViolations(page), path).toEqual([]);
    }
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  });
});

test('every answer forbids search engines and caches to keep it', async () => {
  const html = await getText('/blog');
  const script = /"(\/_astro\/[^"]+)"/.exec(html)?.[1] ?? '';
  for (const path of ['/', '/unknown', '/api/health', script]) {
    const { headers } = await get(path);
    expect(headers.has('x-frame-options')).toBe(false);
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('cache-control')).toContain('no-store');
  }
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(await getText('/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
});

test('a draft is marked on its page and in the list; the form takes no messages', async () => {
  expect(await getText(draftPath)).toMatch(/<mark[^>]*>Draft, not published</);
  expect(await getText('/blog')).toMatch(/Draft, not published[^]*first-marketing-hire/);
  const message = await fetch(`${url}/contact`, { method: 'POST', headers: signedIn });
  expect(message.status).toBe(403);
});

test('whatever a page draws of an entry leads to its field', async () => {
  const drawn = [...drafts, published].flatMap(({ fields: { title, excerpt } }) => [
    title,
    excerpt,
  ]);
  for (const path of [draftPath, '/blog', '/blog/tag/hiring', '/about']) {
    const $ = load(await getText(path));
    expect($('main [data-contentful-entry-id]').text(), path).toContain(published.fields.title);
    $('[data-contentful-entry-id], .visually-hidden').remove();
    for (const text of drawn) expect($('main').text(), path).not.toContain(text);
    expect($('main img, .byline span:contains("Ada"), time').length, path).toBe(0);
  }
});

test('an open page shows a save without a reload by the editor', async () => {
  await visit(url + withSecret(draftPath), phone, async ({ page }) => {
    for (const { sys, fields } of drafts) {
      service.save({
        sys: { ...sys, updatedAt: new Date().toISOString() },
        fields: { ...fields, title: 'Saved a moment ago' },
      });
      await page.getByRole('heading', { level: 1, name: 'Saved a moment ago' }).waitFor();
      service.publish({ sys, fields: { ...fields, title: 'Published a moment ago' } });
      await page.getByRole('heading', { name: 'Published a moment ago' }).waitFor();
    }
    expect(await page.getByText('Draft, not published').count()).toBe(0);
  });
});

/** Answers for hosts with pages, each in a frame of the one before; the last has a frame with an address. */
const frame = (hosts: readonly string[], address: string) => async (page: Page) => {
  for (const [index, host] of hosts.entries()) {
    const next = hosts[index + 1];
    const src = next === undefined ? address : `https://${next}/`;
    const body = `<script>seen = []; onmessage = ({ data }) => seen.push(data)</script><iframe width=900 height=600 src="${src}">`;
    await page.route(`https://${host}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
  }
};

test.each([
  ['the preview', url + draftPath, ['evil.test']],
  ['the preview', url + draftPath, ['evil.test', 'app.contentful.com']],
  ['the preview', url + draftPath, ['app.contentful.com', 'evil.test']],
  ['the live site', inject('siteUrl'), ['app.contentful.com']],
])('%s (%s) is not shown in a frame of %j', async (_, address, hosts) => {
  const look: Parameters<typeof visitFirst>[2] = async ({ page }) =>
    expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
  await visitFirst(`https://${hosts[0]}/`, desktop, look, frame(hosts, address));
});

test.each(['app.contentful.com', 'app.eu.contentful.com'])(
  'in the pane of %s the secret opens the page, each field is marked, and a save keeps the place',
  async (host) => {
    await visitFirst(
      `https://${host}/`,
      desktop,
      async ({ page }) => {
        const send = (message: object) =>
          page.evaluate((data) => frames[0]?.postMessage(data, '*'), {
            source: 'live-preview-editor',
            ...message,
          });
        const listSeen = () => page.evaluate('JSON.stringify(seen)').then(String);
        const shown = page.frameLocator('iframe');
        await expect.poll(listSeen).toMatch(/"CONNECTED"/);
        await send({ method: 'INSPECTOR_MODE_CHANGED', isInspectorActive: true });
        await expect.poll(listSeen).toMatch(/"TAGGED_ELEMENTS"/);
        const fields = 'title excerpt author publishedDate tags featuredImage content';
        for (const field of fields.split(' '))
          await expect.poll(listSeen).toMatch(new RegExp(`"fieldId":"${field}"`));
        const last = shown.getByRole('heading', { level: 2 }).last();
        await last.scrollIntoViewIfNeeded();
        const getTop = async () => Math.round((await last.boundingBox())?.y ?? 0);
        const before = await getTop();
        const excerpt = `${host} `.repeat(20);
        for (const { sys, fields } of drafts) {
          service.save({
            sys: { ...sys, updatedAt: new Date().toISOString() },
            fields: { ...fields, excerpt },
          });
          await send({ method: 'ENTRY_SAVED', entity: { sys: { id: sys.id } } });
        }
        await shown.getByText(excerpt.trim()).first().waitFor();
        // A browser rounds where it scrolls to.
        await expect.poll(async () => Math.abs((await getTop()) - before)).toBeLessThanOrEqual(1);
      },
      frame([host], url + withSecret(draftPath)),
    );
  },
);

test('the content report names an entry that is left out, with the reason', async () => {
  service.save({
    sys: { id: 'nameless', contentType: { sys: { id: 'resource' } } },
    fields: { title: '<b>The one with the odd address</b>', slug: 'Odd Address' },
  });
  const readArticle = async () =>
    load(await getText('/content-report'))(
      '.report:contains("Left out:") article:contains("odd")',
    ).text();
  await expect.poll(readArticle).toMatch(/slug is 'Odd Address'; use lower-case .*left out/s);
  expect(await readArticle()).toContain('nameless');
  expect(await readArticle()).toContain('<b>The one');
});
