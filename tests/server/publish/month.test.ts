/** A month of real editing, on `npm start` and in Netlify's builds: whatever editors do, each address answers as the contract says. */
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { signEvent, webhookSecret } from '#scripts/bench/support/signed-requests.ts';
import { buildSite } from '#engine/commands/build.ts';
import { parseConfig } from '#engine/config.ts';
import { getProjectRoot } from '#engine/declare/project.ts';
import { listFiles } from '#engine/disk/index.ts';
import type { Locale } from '#engine/stand-in/space.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { a, asset as embed, b, doc, entry, h2, inlineEntry, p } from '#data/built-in/document.ts';
import { asset, entryOf, link, resource, settingsOf } from '../../fixtures/content.ts';
import { makePost } from '../../fixtures/many-posts.ts';
import { fixtureSpace } from '../../fixtures/space.ts';
import { closing } from '../../support/closing.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';
import { desktop, openPage } from '../../support/visit.ts';
import { startBlobs } from '../support/netlify.ts';
import { openPublishedSite } from '../support/open-site.ts';
import { startProcess } from '../support/start-process.ts';
import { isRedirectPage } from '../../support/redirect-page.ts';

const locales: Locale[] = [{ code: 'en-US' }];
const site = closing(await openPublishedSite([], { locales }));
const { service } = site;
const start = () =>
  startProcess(['src/engine/commands/run.mjs', 'start'], {
    ...settingsOf(service.account),
    SITE_URL: site.config.site.url,
    DATA_DIR: site.config.dataDirectory,
    CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
    RECONCILE_MINUTES: '0',
  });
let server: Awaited<ReturnType<typeof start>>;

/** Asks as a visitor, and follows no redirect. */
async function get(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' });
  const location = response.headers.get('location');
  return { status: response.status, location, text: await response.text() };
}

let events = 0;
/** Tells the server of an item as Contentful does. */
async function tell(sys: object) {
  events += 1;
  const { path, ...event } = signEvent({ sys, fields: { number: events } });
  expect((await fetch(server.url + path, event)).status).toBe(202);
}
const publish = (item: RawEntry) => tell(service.publish(item).sys);
async function takeBack(id: string, kind: 'Entry' | 'Asset' = 'Entry') {
  service.unpublish(id, kind);
  await tell({ type: `Deleted${kind}`, id });
}

/** What an address answers: of a page some words, of a redirect where it leads. */
type Answer = readonly [status: number, shown?: string];
const isAnswer = ({ status, location, text }: Awaited<ReturnType<typeof get>>, wanted: Answer) => {
  const [wantedStatus, shown = ''] = wanted;
  return status === wantedStatus && (location === null ? text.includes(shown) : location === shown);
};

/** What each address must answer that had a part in the month. */
const wanted = new Map<string, Answer>(
  ['/', '/blog', '/resources', '/rss.xml', '/llms.txt'].map((path) => [path, [200]] as const),
);
for (const { sys, fields } of fixtureSpace.entries) {
  const list = sys.contentType.sys.id === 'blogPost' ? '/blog' : '/resources';
  wanted.set(`${list}/${String(fields.slug)}`, [200]);
}

/** Waits until each address answers as after this day. Until then it answers as before or as after, and nothing else. */
async function untilAnswered(changes: Record<string, Answer> = {}) {
  const before = new Map(wanted);
  for (const [path, answer] of Object.entries(changes)) wanted.set(path, answer);
  const half: unknown[] = [];
  const listOthers = async () => {
    const others: string[] = [];
    for (const [path, now] of wanted) {
      const answer = await get(path);
      if (isAnswer(answer, now)) continue;
      others.push(path);
      if (!isAnswer(answer, before.get(path) ?? [404]))
        half.push([path, answer.status, answer.location]);
    }
    return others;
  };
  await expect.poll(listOthers).toEqual([]);
  expect(half).toEqual([]);
}

const reader = await openPage(desktop);
/** Parses as strictly as the programs that read feeds. @returns what is wrong */
const findErrors = (text: string) =>
  reader.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml');
    return parsed.querySelector('parsererror')?.textContent ?? '';
  }, text);

/** Feed and sitemap can be read, and the sitemap has what is shown. */
async function checkLists() {
  for (const path of ['/rss.xml', '/sitemap-0.xml'])
    expect(await findErrors((await get(path)).text), path).toBe('');
  const { text } = await get('/sitemap-0.xml');
  const listed = Array.from(
    text.matchAll(/<loc>([^<]+)</g),
    ([, url = '']) => new URL(url).pathname,
  );
  for (const [path, [status]] of wanted)
    if (/^\/(?:blog|resources)\/[a-z\d-]+$/.test(path))
      expect([path, listed.includes(path)]).toEqual([path, status === 200]);
}

const onNetlify = join(site.folder, 'netlify');
closing(await startBlobs());
/** Addresses that a build had. */
const builtOnce = new Set<string>();
/** What is sent from the disk on both hosts, what each host has its own of, and the states of an item. */
const ownOfHost = /^\/(?:_astro|media|share|live|404$|_headers$|_redirects$)|\.(?:png|ico|svg)$/;

/** Builds as Netlify does, and compares the answers of both hosts. @returns the lines of the build */
async function compareHosts() {
  const dist = join(onNetlify, 'dist');
  const parsed = parseConfig({
    NETLIFY: 'true',
    URL: site.config.site.url,
    DATA_DIR: join(onNetlify, 'data'),
    NETLIFY_BUILD_HOOK_URL: 'https://hook.example',
  });
  const lines: string[] = [];
  await buildSite({ ...parsed, contentful: service.account }, dist, (line) => lines.push(line));
  const different: string[] = [];
  for (const [name, file] of await listFiles(dist)) {
    const path = `/${name}`.replace(/(?:\/?index)?\.html$/, '') || '/';
    builtOnce.add(path);
    if (ownOfHost.test(path)) continue;
    const written = await readFile(file, 'utf8');
    // Node redirects where a host without rules has a page.
    if (!isRedirectPage(written) && (await get(path)).text !== written) different.push(path);
  }
  expect(different).toEqual([]);
  const redirect = await createRedirectEngine(await readFile(join(dist, '_redirects'), 'utf8'));
  for (const [path, [status, shown]] of wanted)
    if (builtOnce.has(path) && status !== 200 && status !== 404)
      expect([path, await redirect(path)]).toMatchObject([
        path,
        { status, ...(status === 301 && { to: shown }) },
      ]);
  return lines.join('\n');
}

const imported = Array.from({ length: 26 }, (_, number) => 100 + number);
const addressesOf = (numbers: readonly number[], answer: Answer) =>
  Object.fromEntries(numbers.map((number) => [`/blog/post-${number}`, answer]));

/** Bodies as people paste them, each with the words that its page must show. */
const pasted: readonly (readonly [number: number, shown: string, fields: RawEntry['fields']])[] = [
  [
    4,
    'First point of Word',
    {
      title: 'A plan\u000bfor the\u00a0quarter\u0001',
      author: 'Ann\u00a0Lee\u2028',
      excerpt: 'Line one\u000bline two\ud800\ufffe',
      content: doc(
        h2('\u00a0'),
        p('·\u00a0\u00a0First point of Word'),
        p('Soft\u00ad hyphens\u000band \u0093quotes\u0094'),
      ),
    },
  ],
  [
    5,
    'First point of Docs',
    {
      content: doc(
        p('\u200b'),
        p('●\tFirst point of Docs', b(' ')),
        p(a('https://www.google.com/url?q=https%3A%2F%2Fexample.com&sa=D', 'a report')),
      ),
    },
  ],
  [
    6,
    'A footnote',
    {
      content:
        '---\nlayout: post\n---\n##From our old blog\n\n**Bold: **and [a link](/blog/post-1)[^1].\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n![A hill\u000bat dusk](https://elsewhere.example/a.png)\n\n[^1]: A footnote\u000bof two lines.',
    },
  ],
  [
    7,
    'Moved from',
    {
      content:
        '<div class="post"><p>Moved from <b>elsewhere</b></p><script>alert(1)</script><img src=x onerror=alert(1)>&nbsp;</div>',
    },
  ],
  [
    8,
    'Between the parts',
    {
      featuredImage: link('Asset', 'hill'),
      content: doc(
        entry('box'),
        p('Between the parts ', inlineEntry('sales-calls')),
        embed('stairs'),
        embed('gone'),
        entry('gone'),
      ),
    },
  ],
];

test('in a month of editing every address answers as it must, feed and sitemap can be read, and both hosts agree', async () => {
  await mkdir(onNetlify);
  await symlink(
    join(getProjectRoot(), 'node_modules'),
    join(onNetlify, 'node_modules'),
    'junction',
  );
  await cp(inject('media'), join(onNetlify, 'data', 'media'), { recursive: true });
  server = await start();
  await untilAnswered();

  // Days 1 to 3: published, edited twice, and opened as people type and paste addresses.
  await publish(makePost(1, { title: 'The first of May' }));
  await untilAnswered({
    '/blog/post-1': [200, 'The first of May'],
    '/blog': [200, 'The first of May'],
    '/rss.xml': [200, 'The first of May'],
  });
  for (const path of ['/Blog/Post-1', '/blog/post-1.html', '/blog/post-1.”', '/BLOG/post-1,'])
    expect(await get(path)).toMatchObject({ status: 301, location: '/blog/post-1' });
  for (const title of ['The second of May', 'The third of May']) {
    await publish(makePost(1, { title }));
    await untilAnswered({
      '/blog/post-1': [200, title],
      '/blog': [200, title],
      '/rss.xml': [200, title],
    });
  }
  await checkLists();

  // Days 4 to 6: renamed, again, and back.
  const words = 'The third of May';
  for (const name of ['may-day', 'may', 'post-1']) {
    await publish(makePost(1, { slug: name, title: words }));
    const others = ['may-day', 'may', 'post-1'].filter(
      (one) => one !== name && wanted.has(`/blog/${one}`),
    );
    const past = Object.fromEntries(
      others.map((one) => [`/blog/${one}`, [301, `/blog/${name}`]] as const),
    );
    await untilAnswered({ ...past, [`/blog/${name}`]: [200, words] });
  }

  // Days 7 to 9: a slip in a slug, its correction, and a slug that another post has.
  await publish(makePost(2, { title: 'Before the slip' }));
  await untilAnswered({ '/blog/post-2': [200, 'Before the slip'] });
  await publish(makePost(2, { slug: 'tag', title: 'Slipped' }));
  await untilAnswered({ '/blog/post-2': [200, 'Slipped'] });
  await publish(makePost(2, { slug: 'mended', title: 'Mended' }));
  await publish(makePost(3, { slug: 'may', title: 'A new owner' }));
  await untilAnswered({
    '/blog/post-2': [301, '/blog/mended'],
    '/blog/mended': [200, 'Mended'],
    '/blog/may': [200, 'A new owner'],
  });
  await publish(makePost(9, { slug: 'mended', title: 'A double' }));
  await expect.poll(() => server.lines.join('\n')).toContain("slug is 'mended', the address of");

  // Days 10 to 12: five bodies from elsewhere.
  service.publish(entryOf('codeBlock', 'box', { code: 'npm run grow' }));
  for (const [number, , fields] of pasted) await publish(makePost(number, fields));
  await untilAnswered(
    Object.fromEntries(pasted.map(([number, shown]) => [`/blog/post-${number}`, [200, shown]])),
  );
  expect((await get('/blog/post-7')).text).not.toMatch(/<script>alert|<img src=x/);
  await checkLists();
  const report = await compareHosts();
  for (const said of [
    "slug is 'mended', the address of",
    'content has a picture of another site',
    "content has HTML, such as '<div",
    'content embeds asset gone, which is not published',
  ])
    expect(report).toContain(said);

  // Days 13 to 15: a picture is replaced, and one is taken back.
  const readPicture = async () =>
    /\/media\/[\w-]+\.(?:jpg|png)/.exec((await get('/blog/post-8')).text)?.[0] ?? '';
  const before = await readPicture();
  const replaced = asset('hill', 'valley.jpg', 'image/jpeg', {
    title: 'A valley in place of the hill',
  });
  await tell((await service.publishAsset(replaced)).sys);
  await untilAnswered({ '/blog/post-8': [200, 'A valley in place of the hill'] });
  expect(await readPicture()).not.toBe(before);
  for (const file of [before, await readPicture()]) expect((await get(file)).status).toBe(200);
  await takeBack('stairs', 'Asset');
  await expect.poll(async () => (await get('/blog/post-8')).text).not.toContain('Title of stairs');

  // Days 16 to 18: taken back, moved to a later day, and back again.
  await takeBack('many-5');
  await publish(makePost(4, { publishedDate: '2126-01-05' }));
  await untilAnswered({ '/blog/post-5': [410], '/blog/post-4': [404] });
  await checkLists();
  await publish(makePost(5, { title: 'Back again' }));
  await publish(makePost(4, { slug: 'back', title: 'Earlier after all' }));
  await untilAnswered({
    '/blog/post-5': [200, 'Back again'],
    '/blog/post-4': [301, '/blog/back'],
    '/blog/back': [200, 'Earlier after all'],
  });

  // Days 19 to 20: an import, each entry with an event of its own.
  const tags = ['Imported'];
  await Promise.all(imported.map((number) => publish(makePost(number, { tags }))));
  await untilAnswered({
    ...addressesOf(imported, [200]),
    '/blog/tag/imported': [200],
    '/blog/tag/imported/page/1': [200],
    '/blog/page/1': [200],
  });
  await checkLists();

  // Days 21 to 22: an outage, in which editors go on.
  await service.setFaults({ kind: 'refuse' });
  await publish(makePost(1, { title: 'During the outage' }));
  await expect.poll(async () => (await get('/api/health')).text).toContain('"degraded"');
  await untilAnswered();
  await service.setFaults();
  await publish(makePost(10, { title: 'After the outage' }));
  await untilAnswered({
    '/blog/post-1': [200, 'During the outage'],
    '/blog': [200, 'During the outage'],
    '/rss.xml': [200, 'During the outage'],
    '/blog/post-10': [200, 'After the outage'],
  });

  // Days 23 to 24: the machine fails and starts again, while nobody can read the content service.
  await server.end('SIGKILL');
  service.publish(makePost(10, { slug: 'renamed-meanwhile' }));
  service.unpublish('many-6');
  await service.setFaults({ kind: 'unauthorized' });
  server = await start();
  await untilAnswered();
  await service.setFaults();
  await untilAnswered({
    '/blog/post-10': [301, '/blog/renamed-meanwhile'],
    '/blog/renamed-meanwhile': [200],
    '/blog/post-6': [410],
  });

  // Days 25 to 26: the space has another locale, and a resource is translated.
  locales.push({ code: 'de', fallbackCode: 'en-US' });
  const kit = {
    ...resource('kit', { title: 'A kit' }),
    translations: { de: { title: 'Ein Satz' } },
  };
  await publish(kit);
  await untilAnswered({ '/resources/kit': [200, 'A kit'], '/resources': [200, 'A kit'] });

  // Days 27 to 28: what was imported goes, in two halves; at once would be held back.
  const halves = [
    [imported.slice(13), { '/blog/tag/imported/page/1': [410] }],
    [imported.slice(0, 13), { '/blog/tag/imported': [410], '/blog/page/1': [410] }],
  ] as const;
  for (const [half, others] of halves) {
    await Promise.all(half.map((number) => takeBack(`many-${number}`)));
    await untilAnswered({ ...addressesOf(half, [410]), ...others });
  }

  // Day 29: a post comes back under its id as a resource, by an import.
  service.unpublish('many-7');
  await publish(resource('many-7', { slug: 'many-7', title: 'Now a resource' }));
  await untilAnswered({
    '/resources/many-7': [200, 'Now a resource'],
    '/blog/post-7': [301, '/resources/many-7'],
  });

  // Day 30: an event is lost, and the first visitor finds the post all the same.
  service.publish(makePost(11, { title: 'No event came' }));
  await untilAnswered({ '/blog/post-11': [200, 'No event came'] });
  await checkLists();
  await compareHosts();
});
