/** Pulls of everything: records, pictures, links, the content report, and what a pull refuses. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContentClient } from '#engine/content/contentful/client.ts';
import { createFetchLive } from '#engine/content/live.ts';
import { formatReport } from '#engine/commands/progress.ts';
import { findSlugProblem } from '#engine/content/records/records.ts';
import { a, asset as embed, doc, entry, entryLink, h3, p, ul } from '#data/built-in/document.ts';
import { asset, link, manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { findViolations } from '../../fixtures/html.ts';
import { scaled } from '../../support/scale.ts';
import { createPulled, createSite, dateAfter, siteUrl, start } from './pulled.ts';

describe('a pull', () => {
  test('lists posts by time, those of one time by id, and those without a date last', async () => {
    const dates = {
      evening: '2026-01-05T21:00',
      earlier: '2026-01-05T09:00+02:00',
      b: '2026-01-05',
      a: '2026-01-05',
      ab: '2026-01-05',
      late: '2026-01-06T00:30+01:00',
      none: '',
    };
    const entries = Object.entries(dates).map(([id, publishedDate]) => post(id, { publishedDate }));
    const { listPosts } = await createPulled({ entries });
    expect(await listPosts()).toEqual(['late', 'evening', 'earlier', 'a', 'ab', 'b', 'none']);
  });

  test('keeps the first sentences of a body for lists and search results where the entry has no text of its own', async () => {
    const first = 'Growth stalls, e.g. in spring.';
    const content = doc(embed('gone'), h3('Why'), p(first), ul('It is late.'), p('X'.repeat(160)));
    const { getRecord, getHtml } = await createPulled({
      entries: [
        post('silent', { excerpt: '', content }),
        post('short', {
          content: doc(p('We met Dr. No of Plan B. in the U.S., as No. 7. '.repeat(5))),
        }),
        post('spoken', { excerpt: 'In short.', content }),
        post('noted', {
          content: '`npm i`\n\n*By Ada*\n\nIt is[^1] late:\n\n- one\n- two\n\nBye\n\n[^1]: No.',
        }),
        post('card', { content: doc(entry('silent')) }),
      ],
    });
    expect(await getRecord('silent')).toMatchObject({
      excerpt: '',
      opening: `${first} It is late.`,
    });
    expect((await getRecord('short'))?.opening).toMatch(/, as No\. 7\.$/);
    expect(await getRecord('spoken')).not.toHaveProperty('opening');
    expect((await getRecord('noted'))?.opening).toBe('By Ada It is late: one two Bye');
    expect(await getHtml('card')).toContain(`<p>${first} It is late.</p>`);
  });

  test('lets a link lead to a published post or resource only', async () => {
    const links = ['two', 'later', 'gone'].map((id) => p(entryLink(id, `to ${id}`)));
    const content = doc(entry('guide'), ...links);
    const { getHtml, pulled } = await createPulled({
      entries: [
        post('one', { content }),
        post('two'),
        post('later', { publishedDate: '2030-01-01' }),
        resource('guide', { title: 'The guide', subtitle: 'What it is' }),
      ],
    });
    expect(await getHtml('one')).toBe(
      '<div class="entry-card"><a href="/resources/guide">The guide</a><p>What it is</p></div>' +
        '<p><a href="/blog/two">to two</a></p><p>to later</p><p>to gone</p>',
    );
    const message = 'links to entry later (blogPost), which has no page';
    expect(pulled.problems).toContainEqual(expect.objectContaining({ message }));
  });
});

test('the content report lists what is left out before what is lost, and has no opinion on what is shown', async () => {
  const content = doc(p(a('javascript:alert(1)', 'x')), h3('Deep'), embed('gone'));
  const details = { size: 2_000_001 };
  const file = { fileName: 'square.svg', contentType: 'image/svg+xml', details };
  const sound = asset('sound', 'square.svg', 'image/svg+xml', { title: 'square.svg' });
  const { pulled } = await createPulled({
    entries: [
      post('fine', { excerpt: 'x', featuredImage: link('Asset', 'sound'), content: doc(p('x')) }),
      post('jumpy', { excerpt: 'x', featuredImage: link('Asset', 'big'), content }),
      post('twin', { slug: 'fine' }),
      resource('empty', { subtitle: 'x' }),
    ],
    assets: [sound, { sys: { id: 'big' }, fields: { file } }],
  });
  expect(formatReport(pulled.problems).split('\n')).toEqual([
    'Content report. Left out: 1. Lost: 6.',
    "Blog post 'Title of twin' (twin)",
    "  Left out: slug is 'fine', the address of entry fine 'Title of fine', which keeps it; this entry is left out until one of them has another slug",
    "Blog post 'Title of fine' (fine)",
    "  Lost: slug is 'fine', and entry twin 'Title of twin' has it too; this entry keeps the address, that one is left out until one of them has another slug",
    "  Lost: featuredImage asset sound is called 'square.svg', the name of a file; its alt text is 'Image'",
    "Blog post 'Title of jumpy' (jumpy)",
    "  Lost: featuredImage asset big has no title and no description; its alt text is 'Image'",
    "  Lost: content has a link 'x' to 'javascript:alert(1)', an address that is not allowed; its text stays",
    '  Lost: content embeds asset gone, which is not published or has no file',
    "Resource 'Title of empty' (empty)",
    '  Lost: content is empty; the page has no body',
  ]);
});

test.each([
  [4, 2, true],
  [4, 1, false],
  [1, 0, false],
  [3, 1, false],
])('a sudden loss from %i to %i posts is accepted: %s', async (before, after, isBelieved) => {
  const guide = resource('guide');
  const entries = [...manyPosts(before), guide];
  const { service, pullNow, listPosts } = await createPulled({ entries });
  await service.setSpace({ entries: [...manyPosts(after), guide], assets: [] });
  const result = await pullNow({ everything: true });
  expect(await listPosts()).toHaveLength(isBelieved ? after : before);
  const held = `More than half went at once, so the site holds back blogPost (the site had ${before}, now ${after} can be shown) since 2026-06-15T12:00:00.000Z. If that is right, run 'npm run build -- --accept-fewer'; else publish them again.`;
  expect(result).toMatchObject({ outcome: 'fresh', held: isBelieved ? null : held });
});

test('a sudden loss holds that type alone back, until one command accepts it for all types or the entries are there again', async () => {
  const entries = [post('one'), post('two'), post('three'), resource('a'), resource('b')];
  const { service, pullNow, read, listPosts } = await createPulled({ entries });
  const listResources = async () =>
    (await read({ type: 'first', collection: 'resources', most: 2 })).map(({ slug }) => slug);
  const readHeld = async () => (await read({ type: 'report' })).held;
  for (const id of ['one', 'two']) service.unpublish(id);
  service.publish(post('three', { slug: 'held', publishedDate: '2026-06-16' }));
  service.publish(resource('a', { slug: 'renamed' }));
  for (const whole of [false, true, false]) {
    expect(await pullNow({ everything: whole })).toMatchObject({ outcome: 'fresh', nextDue: null });
    expect(await listPosts()).toEqual(['one', 'three', 'two']);
    expect((await listResources()).toSorted()).toEqual(['b', 'renamed']);
  }
  const since = new Date(start).toISOString();
  expect(await readHeld()).toEqual([{ collection: 'posts', had: 3, has: 0, since }]);
  await expect(pullNow({ onFailure: 'fail' })).rejects.toThrow(/ lost most .*--accept-fewer/);
  for (const id of ['a', 'b']) service.unpublish(id);
  const later = new Date(dateAfter(1));
  expect((await pullNow({ now: later })).held).toMatch(/blogPost .*15T.* and resource .*16T/);
  for (const id of ['a', 'b']) service.publish(resource(id));
  expect((await pullNow({ now: later })).held).not.toContain('resource');
  expect(await pullNow({ acceptFewer: true })).toMatchObject({ held: null });
  expect([await listPosts(), await readHeld()]).toEqual([[], []]);
  service.unpublish('a');
  service.unpublish('b');
  expect((await pullNow({ onFailure: 'degrade' })).counts).toMatchObject({
    posts: 0,
    resources: 0,
  });
});

const json = fc.jsonValue({ maxDepth: 3 });
const hostile = fc.record({
  slug: fc.oneof(fc.constantFrom('../x', 'thank-you', '__proto__', 'A', 'a b', '', 'twin'), json),
  title: json,
  author: json,
  excerpt: json,
  publishedDate: fc.oneof(fc.constantFrom('soon', '2026-02-30'), fc.string(), json),
  featuredImage: fc.oneof(json, fc.constant(link('Asset', 'lost'))),
  tags: json,
  category: json,
  content: fc.record({ nodeType: fc.constant('document'), content: fc.array(json) }),
});
const count = scaled(200, 5000);

test(`a space of ${count} hostile entries loses no good entry, and names each bad one`, async () => {
  const bad = fc
    .sample(hostile, { numRuns: count, seed: 20_261_122 })
    .map((fields, index) => post(`bad-${index}`, fields));
  let deep: unknown = 'end';
  for (let depth = 0; depth < 700; depth++) deep = { content: [deep] };
  bad.push(post('bad-deep', { slug: 'twin', content: deep }));
  const content = doc(p('Good'));
  const good = Array.from({ length: 20 }, (_, index) => post(`good-${index}`, { content }));
  const { read, pulled } = await createPulled({ entries: [...good, ...bad] });
  const posts = await read({ type: 'titles', collection: 'posts' });
  const slugs = new Set(posts.map(({ slug }) => slug));
  for (const { sys } of good) expect(slugs).toContain(sys.id);
  for (const slug of slugs) {
    expect(findSlugProblem(slug)).toBeNull();
    const found = await read({ type: 'item', collection: 'posts', slug });
    expect(findViolations(found?.body.html ?? 'missing')).toEqual([]);
  }
  const shown = new Set(posts.map(({ id }) => id));
  const named = new Set(pulled.problems.map(({ entryId }) => entryId));
  for (const { sys } of bad) if (!shown.has(sys.id)) expect(named).toContain(sys.id);
}, 300_000);

const locales = [{ code: 'de-AT' }, { code: 'fr', fallbackCode: 'de-AT' }, { code: 'en' }];
const translated = (title: string) => ({
  ...post('one', { title, excerpt: 'Kurz.' }),
  translations: { fr: { title: `${title} (fr)` }, en: { slug: 'one' } },
});

test.each([
  [null, 'de-AT', 'Wachsen', 'Kurz.'],
  ['fr', 'fr', 'Wachsen (fr)', 'Kurz.'],
  // Without a fallback.
  ['en', 'en', 'One', ''],
])(
  'a space with several locales is shown in %s, as Contentful itself falls back',
  async (asked, locale, title, excerpt) => {
    const service = await openService({ entries: [translated('Wachsen')], locales });
    const account = { ...service.account, locale: asked };
    const { pullFrom, read, getRecord } = await createSite();
    await pullFrom({ account });
    expect(await getRecord('one')).toMatchObject({ title, excerpt });
    expect(await read({ type: 'locale' })).toBe(locale);
    service.publish(translated('Größer'));
    expect(await pullFrom({ account })).toMatchObject({ mode: 'changes', fetched: 1 });
    const changed = title.replace('Wachsen', 'Größer');
    expect(await getRecord('one')).toMatchObject({ title: changed, excerpt });

    service.save(translated('Entwurf'));
    for (const showsDrafts of [false, true]) {
      const client = createContentClient({ ...account, showsDrafts });
      const find = createFetchLive(client, siteUrl, () => new Date(start));
      const live = await find({ type: 'item', collection: 'posts', slug: 'one' });
      const liveTitle = showsDrafts ? title.replace('Wachsen', 'Entwurf') : changed;
      expect(live).toMatchObject({ locale, item: { record: { title: liveTitle } } });
    }
  },
);

test('a space with several locales is read in another one after the setting changed, and the sentence about one that it lacks names those it has', async () => {
  const service = await openService({ locales });
  const { pullFrom, read } = await createSite();
  const pullIn = (locale: string | null) => pullFrom({ account: { ...service.account, locale } });
  for (const locale of [null, 'fr', null]) {
    await pullIn(locale);
    expect(await read({ type: 'locale' })).toBe(locale ?? 'de-AT');
  }
  expect((await pullIn('nl')).failure).toMatch(
    /has no locale nl: set CONTENTFUL_LOCALE to one of de-AT, fr, en\.$/,
  );
});
