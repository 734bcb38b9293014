import { readFile } from 'node:fs/promises';
import { company } from '../../../src/data/company.ts';
import { getDueTime } from '../../../src/engine/content/due-time.ts';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RawEntry } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import {
  a,
  asset as embed,
  assetLink,
  doc,
  entry,
  entryLink,
  h3,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { findSlugProblem } from '../../../src/engine/content/pull/entries.ts';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { parseItem } from '../../../src/engine/content/contentful/wire.ts';
import { createRead } from '../../../src/engine/content/snapshot/read.ts';
import { formatReport } from '../../../src/engine/content/pull/report.ts';
import { asset, link, manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { dumpSnapshot } from '../../fixtures/snapshot.ts';
import { findViolations } from '../../fixtures/html.ts';
import { scaled } from '../../support/scale.ts';
import { createSite, listPosts, readOverview } from './pulled-site.ts';

describe('a pull', () => {
  test('writes all records in received order, with rendered bodies', async () => {
    const service = await openService({
      entries: [
        post('older', { publishedDate: '2026-01-01', content: doc(p('Old text')) }),
        post('newer', { publishedDate: '2026-02-01', content: doc(p('New text')) }),
        resource('guide', { content: doc(p('Guide text')) }),
      ],
    });
    const { directory, pullFrom } = await createSite();
    expect(await pullFrom(service)).toMatchObject({
      outcome: 'fresh',
      failure: null,
      posts: 2,
      resources: 1,
    });
    const read = createRead(directory);
    const list = await read({ type: 'post-list' });
    expect(list).toMatchObject({ featured: { slug: 'newer' }, items: [{ slug: 'older' }] });
    expect((await read({ type: 'post', slug: 'newer' }))?.body.html).toBe('<p>New text</p>');
    expect((await read({ type: 'resource', slug: 'guide' }))?.body.html).toBe('<p>Guide text</p>');
  });

  test('exchanges the addresses of more posts than one portion', async () => {
    const createPosts = (shift: number) =>
      manyPosts(300).map((one, index) =>
        post(one.sys.id, { ...one.fields, slug: `post-${(index + shift) % 300}` }),
      );
    const service = await openService({ entries: createPosts(0) });
    const [changed, fresh] = [await createSite(), await createSite()];
    await changed.pullFrom(service);
    await service.setSpace({ entries: createPosts(1), assets: [] });
    expect(await changed.pullFrom(service)).toMatchObject({ mode: 'changes', fetched: 300 });
    await fresh.pullFrom(service);
    expect(await dumpSnapshot(changed.directory)).toEqual(await dumpSnapshot(fresh.directory));
  });

  test('writes the same bytes for the same content, at any time and in any folder', async () => {
    const space = {
      entries: [
        post('one', { featuredImage: link('Asset', 'picture'), content: doc(embed('picture')) }),
        post('two', { content: doc(p(assetLink('file', 'Download'))) }),
        resource('guide'),
      ],
      assets: [
        asset('picture', 'square.svg', 'image/svg+xml'),
        asset('file', 'checklist.pdf', 'application/pdf'),
      ],
    };
    const [first, second] = [await createSite(), await createSite()];
    await first.pullFrom(await openService(space));
    await second.pullFrom(await openService(space), { now: new Date('2027-01-01T00:00:00Z') });
    const contents = await dumpSnapshot(first.directory);
    expect(await dumpSnapshot(second.directory)).toEqual(contents);
    expect(JSON.stringify(contents)).not.toContain('127.0.0.1');
  });

  test('removes a deleted entry with its text', async () => {
    const service = await openService({
      entries: [1, 2, 3].map((n) => post(`p${n}`, { content: doc(p(`Text ${n}`)) })),
    });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    service.unpublish('p2');
    await pullFrom(service);
    expect(await listPosts(directory)).toEqual(['p1', 'p3']);
    expect(JSON.stringify(await dumpSnapshot(directory))).not.toContain('Text 2');
  });

  test('counts the words of a post at 220 a minute', async () => {
    const words = (count: number) => doc(p(Array.from({ length: count }, () => 'word').join(' ')));
    const service = await openService({
      entries: [
        post('none'),
        post('short', { content: words(300) }),
        post('long', { content: words(1100) }),
      ],
    });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    const read = createRead(directory);
    const minutes = ['none', 'short', 'long'].map(
      async (slug) => (await read({ type: 'post', slug }))?.readingMinutes,
    );
    expect(await Promise.all(minutes)).toEqual([1, 1, 5]);
  });

  test('notes its revision: the time of the newest change', async () => {
    const stamped = ({ sys, fields }: RawEntry, updatedAt: string): RawEntry => ({
      sys: { ...sys, updatedAt },
      fields,
    });
    const service = await openService({
      entries: [
        stamped(post('a'), '2026-03-01T00:00:00.000Z'),
        stamped(resource('b'), '2026-04-01T00:00:00.000Z'),
        stamped(post('c', { slug: 'NOT USABLE' }), '2026-05-01T00:00:00.000Z'),
      ],
    });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    expect((await readOverview(directory)).revision).toBe('2026-05-01T00:00:00.000Z');
  });

  test('of an empty space makes an empty blog and the built-in resources', async () => {
    const { directory, pullFrom } = await createSite();
    expect(await pullFrom(await openService())).toMatchObject({ posts: 0, resources: 0 });
    const read = createRead(directory);
    expect(await read({ type: 'post-list' })).toMatchObject({
      status: 'loaded',
      total: 0,
      featured: null,
      archive: null,
    });
    const cards = await read({ type: 'resource-list' });
    expect(cards).toMatchObject({
      status: 'loaded',
      total: 3,
      featured: { id: 'growth-playbook' },
    });
    for (const { slug, title } of builtInResources) {
      const found = await read({ type: 'resource', slug });
      expect(found?.title).toBe(title);
      expect(found?.body.html).not.toBe('');
    }
  });
});

describe('images and links of a pull', () => {
  test('an asset becomes our own file, in the list and in the text', async () => {
    const service = await openService({
      entries: [
        post('one', { featuredImage: link('Asset', 'picture'), content: doc(embed('picture')) }),
      ],
      assets: [asset('picture', 'square.png', 'image/png', { description: 'A square.' })],
    });
    const { directory, pullFrom } = await createSite();
    const { problems } = await pullFrom(service);
    const found = await createRead(directory)({ type: 'post', slug: 'one' });
    expect(found?.image).toMatchObject({ alt: 'Title of picture', width: expect.any(Number) });
    expect(found?.image?.src).toMatch(/^\/media\//);
    expect(found?.body.html).toContain('alt="Title of picture"');
    expect(found?.body.html).toContain('<figcaption>A square.</figcaption>');
    expect(problems.map(({ field }) => field)).toEqual(['excerpt']);
  });

  test("with a failing host images stay at the service's address, and the report says so", async () => {
    const service = await openService({
      entries: [
        post('one', {
          featuredImage: link('Asset', 'picture'),
          excerpt: 'x',
          content: doc(p('x')),
        }),
      ],
      assets: [asset('picture', 'square.png', 'image/png')],
    });
    await service.setFaults({ kind: 'no-images' });
    const { directory, pullFrom } = await createSite();
    const { problems, outcome } = await pullFrom(service);
    expect(outcome).toBe('fresh');
    const found = await createRead(directory)({ type: 'post', slug: 'one' });
    expect(found?.image?.src).toBe(`http://${service.host}/asset-files/picture/1/square.png`);
    expect(problems.map(({ entryId, field, message }) => `${entryId} ${field} ${message}`)).toEqual(
      [
        'one featuredImage asset picture could not be had (its host answered with status 404); the page shows it from its own address',
      ],
    );
  });

  test('a link leads to a published post or resource only', async () => {
    const service = await openService({
      entries: [
        post('one', {
          content: doc(
            entry('guide'),
            p(entryLink('two', 'read on')),
            p(entryLink('later', 'soon')),
            p(entryLink('gone', 'lost')),
          ),
        }),
        post('two'),
        post('later', { publishedDate: '2030-01-01' }),
        resource('guide', { title: 'The guide', subtitle: 'What it is' }),
      ],
    });
    const { directory, pullFrom } = await createSite();
    const { problems } = await pullFrom(service);
    const found = await createRead(directory)({ type: 'post', slug: 'one' });
    expect(found?.body.html).toBe(
      '<aside class="entry-card"><a href="/resources/guide">The guide</a><p>What it is</p></aside>' +
        '<p><a href="/blog/two">read on</a></p><p>soon</p><p>lost</p>',
    );
    const messages = problems
      .filter(({ field }) => field === 'content')
      .map(({ message }) => message);
    expect(messages).toContain('links to entry later, which is not published or has no page');
    expect(messages).toContain('links to entry gone, which is not published or has no page');
  });
});

describe('a future post', () => {
  test('is on no page before its date, and appears by itself at its date', async () => {
    const service = await openService({
      entries: [
        post('now'),
        post('tomorrow', { publishedDate: '2026-06-16T08:00:00+02:00' }),
        post('later', { publishedDate: '2026-07-01' }),
      ],
    });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    const { nextDue } = await readOverview(directory);
    expect(nextDue).toBe('2026-06-16T06:00:00.000Z');
    expect(await listPosts(directory)).toEqual(['now']);
    expect((await dumpSnapshot(directory))?.records).not.toContainEqual(
      expect.objectContaining({ id: 'tomorrow' }),
    );
    await pullFrom(service, { now: new Date(nextDue ?? '') });
    expect(await listPosts(directory)).toEqual(['tomorrow', 'now']);
    expect((await readOverview(directory)).nextDue).toBe(
      new Date(getDueTime('2026-07-01', company.timeZone) ?? 0).toISOString(),
    );
  });
});

describe('the content report', () => {
  test('lists errors before warnings, as text and as JSON', async () => {
    const service = await openService({
      entries: [
        post('fine', { excerpt: 'x', content: doc(p('x')) }),
        post('jumpy', {
          excerpt: 'x',
          content: doc(p(a('javascript:alert(1)', 'x')), h3('Deep'), embed('photo'), embed('gone')),
        }),
        post('twin', { slug: 'fine' }),
        resource('empty', { subtitle: 'x' }),
      ],
      assets: [asset('photo', 'square.png', 'image/png', { title: 'IMG_0042.png' })],
    });
    const { directory, pullFrom } = await createSite();
    const { report } = await pullFrom(service);
    expect(formatReport(report).split('\n')).toEqual([
      'Content report: 1 error, 6 warnings',
      "Blog post 'Title of twin' (twin)",
      "  error: slug is 'fine', which entry fine has already; the entry is left out",
      "Blog post 'Title of fine' (fine)",
      "  warning: slug is 'fine', the slug of the older entry twin 'Title of twin' too, which is off the site for that reason; give one of them another slug",
      "Blog post 'Title of jumpy' (jumpy)",
      "  warning: content asset photo has a file name for an alt text: 'IMG_0042.png'",
      '  warning: content has a link whose address is not allowed; its text stays',
      "  warning: content jumps to heading level 3 at 'Deep'",
      '  warning: content embeds asset gone, which is not published or has no file',
      "Resource 'Title of empty' (empty)",
      '  warning: content is empty; the page has no body',
    ]);
    expect(JSON.parse(await readFile(join(directory, 'report.json'), 'utf8'))).toEqual(report);
  });

  test('is empty without problems', () => {
    expect(formatReport({ errors: 0, warnings: 0, problems: [] })).toBe('');
  });

  test('warns of images over 2 MB and of images without alt text', async () => {
    const client = createContentClient((await openService()).account);
    const big = parseItem({
      sys: { id: 'big' },
      fields: {
        file: {
          url: '//images.example/big.png',
          contentType: 'image/png',
          details: { size: 2_000_001 },
        },
      },
    });
    const { pullFrom } = await createSite();
    const { problems } = await pullFrom(await openService(), {
      client: {
        ...client,
        fetchPages: (type, onPage) => {
          if (type !== 'blogPost') return Promise.resolve([]);
          onPage({
            items: [parseItem(post('one', { featuredImage: link('Asset', 'big') }))],
            linked: { entries: new Map(), assets: new Map([['big', big]]) },
          });
          return Promise.resolve(['one']);
        },
      },
      mediaStore: {
        preparePicture: (file, alt) =>
          Promise.resolve({ ...file, src: file.url, alt, sources: [], srcset: '' }),
        prepareDownload: ({ url }) => Promise.resolve(url),
      },
    });
    const messages = problems.map(({ message }) => message);
    expect(messages).toContain('asset big is an image over 2 MB');
    expect(messages).toContain(
      "asset big has no title and no description; its alt text is 'Image'",
    );
  });
});

describe('any space', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
  const json = fc.jsonValue({ maxDepth: 3 });
  const nodes = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      json,
      fc.record({
        nodeType: fc.constantFrom(
          'paragraph',
          'hyperlink',
          'table',
          'list-item',
          'text',
          '__proto__',
          'embedded-entry-block',
        ),
        data: fc.oneof(
          json,
          fc.record({ uri: fc.constantFrom('javascript:x', '/a', 'https://a.example') }),
        ),
        value: fc.oneof(fc.string(), json),
        content: fc.array(tie('node'), { maxLength: 3 }),
      }),
    ),
  })).node;
  const hostile = fc.record({
    slug: fc.oneof(
      fc.constantFrom('../x', 'thank-you', '__proto__', 'Upper', 'a b', ''),
      json,
      fc.constant('twin'),
    ),
    title: json,
    author: json,
    excerpt: json,
    publishedDate: fc.oneof(fc.constantFrom('soon', '2026-02-30'), fc.string(), json),
    featuredImage: fc.oneof(json, fc.constant(link('Asset', 'lost'))),
    tags: json,
    category: json,
    content: fc.record({
      nodeType: fc.constant('document'),
      content: fc.array(nodes, { maxLength: 4 }),
    }),
  });

  const count = scaled(200, 5000);

  test(`of ${count} hostile entries loses no good entry, and names each bad one (seed ${seed})`, async () => {
    const bad = fc
      .sample(hostile, { numRuns: count, seed })
      .map((fields, index) => post(`bad-${index}`, fields));
    const good = Array.from({ length: 20 }, (_, index) =>
      post(`good-${index}`, { content: doc(p('Good')) }),
    );
    const service = await openService({ entries: good });
    const { directory, pullFrom } = await createSite();
    const client = createContentClient(service.account);
    let { problems } = await pullFrom(service, { client });
    // A pull reads up to a thousand changes one by one; with more changes it would read everything.
    for (let start = 0; start < bad.length; start += 500) {
      for (const entry of bad.slice(start, start + 500)) service.publish(entry);
      const pulled = await pullFrom(service, { client });
      expect(pulled.mode).toBe('changes');
      ({ problems } = pulled);
    }
    expect(await pullFrom(service, { client, whole: true })).toMatchObject({
      changed: false,
      problems,
    });
    const read = createRead(directory);
    const { posts } = await read({ type: 'slugs' });
    const slugs = new Set(posts.map(({ slug }) => slug));
    for (const { sys } of good) expect(slugs).toContain(sys.id);
    for (const slug of slugs) {
      expect(findSlugProblem(slug)).toBeNull();
      const found = await read({ type: 'post', slug });
      expect(findViolations(found?.body.html ?? 'missing')).toEqual([]);
    }
    const shown = new Set(posts.map(({ id }) => id));
    const named = new Set(problems.map(({ entryId }) => entryId));
    for (const { sys } of bad) if (!shown.has(sys.id)) expect(named).toContain(sys.id);
  }, 300_000);
});
