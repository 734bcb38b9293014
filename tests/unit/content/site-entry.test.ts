/** A space that existed before the site, made by Contentful's blog starter. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { a, doc, entry, entryLink, inlineEntry, p } from '#data/built-in/document.ts';
import { posts } from '#collections/posts.ts';
import { asset, entryOf, link, post } from '../../fixtures/content.ts';
import { contentTypesSchema, parseItem } from '#engine/content/contentful/wire.ts';
import { parseBody } from '#engine/content/contentful/site-entry.ts';
import { parseAsset } from '#engine/content/files/asset.ts';
import { listPages } from '#engine/content/page-list.ts';
import { renderBody } from '#engine/content/body/render.ts';
import { external, listMarks, mark } from '../../fixtures/html.ts';
import { createPulled } from './pulled.ts';

const names = [
  [posts, 'article'],
  [posts.fields.content, 'body'],
  [posts.fields.excerpt, 'description'],
  [posts.fields.featuredImage, 'heroImage'],
  [posts.fields.publishedDate, 'publishDate'],
  [posts.fields.seoTitle, 'seo'],
  [posts.fields.seoDescription, 'seo'],
] as const;
beforeAll(() => {
  for (const [named, idInSpace] of names) Object.assign(named, { idInSpace });
});
afterAll(() => {
  for (const [named] of names) Reflect.deleteProperty(named, 'idInSpace');
});

/** A content type with these fields, which are of type Symbol where nothing else is said; `in` is a list of values. */
const typeOf = (id: string, displayField: string, fields: string) => ({
  sys: { id },
  displayField,
  fields: fields.split(' ').map((field) => {
    const [name = '', type = 'Symbol'] = field.split(':');
    return type === 'in'
      ? { id: name, type: 'Symbol', validations: [{ in: ['a', 'b'] }] }
      : { id: name, type };
  }),
});
/** Of a space in several languages; there is no type for resources. */
const contentTypes = [
  typeOf('article', 'title', 'publishDate:Date'),
  typeOf('person', 'name', 'title name'),
  typeOf('autora', 'nombre', 'cargo nombre apellidos'),
  typeOf('guest', 'knownAs', 'knownAs'),
  typeOf('wrapper', 'internalName', 'internalName image:Link person:Link'),
  typeOf('account', 'contact', 'contact'),
  typeOf('imagen', 'nombreInterno', 'nombreInterno titulo imagenMovil:Link imagen:Link'),
  typeOf('seo', 'name', 'name titulo texto:Text noIndex:Boolean'),
  typeOf('codeBlock', 'title', 'title code:Text language'),
  typeOf('video', 'title', 'title videoUrl'),
  typeOf('held', 'intern', 'intern berschrift farbe:in bild:Link absatz:Text breit:Boolean saison'),
  typeOf('banner', 'interno', 'interno claim'),
  typeOf('section', 'title', 'title text:Text image:Link parts:Array'),
  typeOf('enlace', 'texto', 'texto url icono:in'),
  typeOf('karte', 'titel', 'titel absatz:Text knopf ziel bild:Link format'),
  typeOf('divider', 'style', 'style made:Date code:Text'),
  typeOf('note', 'text', 'text:Text'),
];
const hill = asset('picture', 'hill.svg', 'image/svg+xml');
const list = (...ids: string[]) => ids.map((id) => link('Entry', id));
const starterPost = (id: string, fields: Record<string, unknown> = {}) =>
  entryOf('blogPost', id, {
    title: `Title of ${id}`,
    slug: id,
    description: 'In short.',
    body: 'First\nparagraph.\n\nSecond\\\nparagraph.',
    author: link('Entry', 'ann'),
    heroImage: link('Asset', 'picture'),
    publishDate: '2026-01-05',
    ...fields,
  });

test('a type and its fields get the site’s names, links to entries become their text, and a missing type has no entries', async () => {
  const { pulled, read } = await createPulled({
    contentTypes,
    entries: [
      entryOf('person', 'ann', { name: 'Ann Author', title: 'Writer' }),
      entryOf('longText', 'text', { internalName: 'x', text: doc(p('From a linked text.')) }),
      starterPost('older', { body: link('Entry', 'text') }),
      starterPost('newer', { publishDate: '2026-02-05', author: link('Entry', 'nobody') }),
      entryOf('autora', 'ada', { cargo: 'Jefa', nombre: 'Ada', apellidos: 'Author' }),
      entryOf('guest', 'bob', { knownAs: 'Bob' }),
      entryOf('bare', 'bare', { colour: 'red' }),
      entryOf('imagen', 'wrapped', {
        imagenMovil: link('Asset', 'small'),
        imagen: link('Asset', 'picture'),
        textoAlternativo: 'A hill at noon',
      }),
      entryOf('wrapper', 'around-ann', { internalName: 'x', person: link('Entry', 'ann') }),
      entryOf('wrapper', 'around-image', { internalName: 'x', image: link('Entry', 'wrapped') }),
      starterPost('wrapping', {
        author: list('ada', 'bob', 'bare', 'around-around-ann', 'fay', 'ada'),
        heroImage: link('Entry', 'around-image'),
      }),
      starterPost('lacking', {
        author: [link('Asset', 'picture'), ...list('cy')],
        heroImage: link('Entry', 'bare'),
      }),
      entryOf('person', 'fay', { title: 'Head of Sales', name: 'Fay Full' }),
      entryOf('account', 'cy', { contact: 'cy@firm.example' }),
      entryOf('wrapper', 'around-around-ann', { person: link('Entry', 'around-ann') }),
    ],
    assets: [hill],
  });
  expect(pulled).toMatchObject({ outcome: 'fresh', counts: { posts: 4, resources: 0 } });
  const older = await read({ type: 'item', collection: 'posts', slug: 'older' });
  expect(older?.record).toMatchObject({
    author: 'Ann Author',
    excerpt: 'In short.',
    publishedDate: '2026-01-05',
    featuredImage: { alt: 'Title of picture' },
  });
  expect(JSON.stringify(older)).toContain('From a linked text.');
  const newer = JSON.stringify(await read({ type: 'item', collection: 'posts', slug: 'newer' }));
  expect(newer).toContain('<p>First paragraph.</p><p>Second<br/>paragraph.</p>');
  const wrapping = await read({ type: 'item', collection: 'posts', slug: 'wrapping' });
  expect(wrapping?.record).toMatchObject({
    author: 'Ada Author, Bob, Ann Author, Fay Full',
    featuredImage: { alt: 'A hill at noon' },
  });
  expect(pulled.problems.map(({ field, message }) => `${field} ${message}`)).toEqual(
    expect.arrayContaining([
      'author links to asset picture, which has no name; it is left out',
      'author links to entry cy (account), which has no name; it is left out',
      'author links to entry nobody, which is not published or has no name; it is left out',
      'author links to entry bare (bare), which has no name; it is left out',
      'featuredImage links to entry bare (bare), which has no picture of its own; it is left out',
    ]),
  );
});

test('a head field that links to an entry takes its title and description, and noIndex there or in the entry keeps the page from search engines', async () => {
  const { pulled, read } = await createPulled({
    contentTypes,
    entries: [
      entryOf('seo', 'hidden', { name: 'Post SEO', titulo: 'Grow', texto: 'More.', noIndex: true }),
      entryOf('seo', 'shown', { name: 'Post SEO', titulo: 'Hire', noIndex: false }),
      starterPost('one', { seo: link('Entry', 'hidden') }),
      starterPost('two', { seo: link('Entry', 'shown') }),
      starterPost('three', { no_index: true }),
    ],
    assets: [hill],
  });
  const getRecord = async (slug: string) =>
    (await read({ type: 'item', collection: 'posts', slug }))?.record;
  expect(await getRecord('one')).toMatchObject({
    seoTitle: 'Grow',
    seoDescription: 'More.',
    noIndex: true,
  });
  expect(await getRecord('two')).toMatchObject({ seoTitle: 'Hire', seoDescription: 'In short.' });
  const pages = (await listPages(read)).filter(({ path }) => /\/(?:one|two|three)$/.test(path));
  const indexed = Object.fromEntries(pages.map((page) => [page.title, page.indexed]));
  expect(indexed).toEqual({ 'Title of one': false, 'Title of two': true, 'Title of three': false });
  const told = pulled.problems.filter(({ field }) => field === 'noIndex');
  expect(told.map(({ entryId }) => entryId).toSorted()).toEqual(['one', 'three']);
});

test('without a content model the values alone say what an entry shows', async () => {
  const { getHtml } = await createPulled({
    contentTypes: [{ sys: { id: 'article' }, fields: [{ id: 'publishDate' }] }],
    entries: [
      starterPost('one', { body: list('card', 'said') }),
      entryOf('card', 'card', { a: 'Start', b: 'One\n\n*two*', c: 'dark', d: 'https://a.example' }),
      entryOf('said', 'said', { a: doc(p('Three')), b: true, c: link('Asset', 'picture') }),
    ],
    assets: [hill],
  });
  expect(await getHtml('one')).toMatch(
    `<h2 id="start">${external('https://a.example', 'Start')}</h2><p>One</p><p><i>two</i></p><p>Three</p><figure`,
  );
});

const markdown = `##\u00a0Plan\u00a0*first*

One line,
and the next with \`code\`, [a link](https://a.example) and <b>HTML</b>.

3. three
   - [ ] nested [x] part

| A | B |
|---|---|
| 1 | ~~2~~ |

\`\`\`js
if (a < b)

  run()
\`\`\`

> **quoted** ![A hill](//images.ctfassets.net/s/hill/t/hill.png "By noon")

[bad](javascript:alert) ![Far](https://far.example/far.png)`;
const picture = { src: '/media/x.png', alt: 'x', width: 1, height: 1, avif: '' };
const toFigure = (alt: string, caption = '') =>
  `<figure class="figure"><picture><img src="/media/x.png" alt="${alt}" width="1" height="1" loading="lazy" decoding="async"></picture>${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
const figure = toFigure('x');
/** A text with a footnote. `isFirst`: no other text of the body has this name. */
const toNoted = (name: string, isFirst: boolean) =>
  `<p>A<sup><a href="#note_${name}_1">1</a></sup>.</p><hr><ol><li${isFirst ? ` id="note_${name}_1"` : ''}><i>B</i></li></ol>`;
const parts = [
  entryOf('codeBlock', 'code', { code: 'a = 1\n\n  b', language: 'Python', title: 'sum.py' }),
  entryOf('video', 'talk', { title: 'Our talk', videoUrl: 'https://www.youtube.com/watch?v=1' }),
  entryOf('held', 'hero', {
    absatz: 'With **care**.',
    intern: 'Held, Winter',
    berschrift: 'Grow',
    bild: link('Asset', 'hill'),
    farbe: 'dunkel',
    breit: true,
    saison: 'winter',
  }),
  entryOf('embed', 'film', {
    embedCode: '<iframe width="9" src="//player.vimeo.com/video/1" allowfullscreen></iframe>',
  }),
  entryOf('section', 'loop', { title: 'Loop', text: 'Once.', parts: [link('Entry', 'loop')] }),
  entryOf('person', 'ann', { title: 'Writer', name: 'Ann' }),
  entryOf('autora', 'ada', { nombre: 'Ada', apellidos: 'Author' }),
  entryOf('banner', 'opening', { interno: 'Banner, spring', claim: 'Grow' }),
  entryOf('enlace', 'more', { texto: 'Read on', url: '/contact', icono: 'flecha', nuevo: true }),
  entryOf('karte', 'offer', {
    titel: 'Start',
    absatz: 'Now.',
    knopf: 'Write to us',
    ziel: 'https://a.example',
  }),
  entryOf('karte', 'course', { titel: 'Course', absatz: 'Free.', ziel: 'https://a.example' }),
  entryOf('karte', 'kit', {
    titel: 'Kit',
    ziel: '/resources',
    bild: link('Asset', 'hill'),
    format: 'A4',
  }),
  entryOf('karte', 'shop', { titel: 'Shop', absatz: 'Open.', ziel: 'https://a.example/logo.png' }),
  entryOf('imagen', 'named', { titulo: 'Our hill', imagen: link('Asset', 'hill') }),
  entryOf('imagen', 'twice', {
    imagenMovil: link('Asset', 'hill-2'),
    imagen: link('Asset', 'hill'),
  }),
  entryOf('imagen', 'wrapped', {
    nombreInterno: 'x',
    imagen: link('Asset', 'hill'),
    textoAlternativo: 'A hill',
  }),
  entryOf('divider', 'line', { style: 'dotted', made: '2026-01-05', code: '<script>1</script>' }),
  post('later'),
  entryOf('note', 'noted', { text: 'A[^1].\n\n[^1]: *B*\n\n[^lost]: C' }),
  entryOf('note', 'noted-again', { text: 'A[^1].\n\n[^1]: *B*' }),
  ...['first', 'second', 'third', 'fourth']
    .map((id, index, all) =>
      entryOf('part', id, { next: list(...all.slice(index + 1, index + 2)) }),
    )
    .slice(0, 3),
].map(parseItem);
const types = v.parse(contentTypesSchema, { items: contentTypes });

test.each<[name: string, body: unknown, html: string, problems: string[]]>([
  [
    'Markdown',
    markdown,
    `<h2 id="plan-first">Plan <i>first</i></h2><p>One line, and the next with <code>code</code>, ${external('https://a.example', 'a link')} and &lt;b&gt;HTML&lt;/b&gt;.</p>` +
      '<ol start="3"><li>three<ul><li>☐ nested [x] part</li></ul></li></ol>' +
      '<div class="table-scroll" role="region" aria-label="Table 1: Plan first" tabindex="0"><table><tr><th scope="col">A</th> <th scope="col">B</th></tr><tr><th scope="row">1</th> <td><s>2</s></td></tr></table></div>' +
      '<pre><code class="language-js">if (a &lt; b)\n\n  run()</code></pre>' +
      `<blockquote><p><b>quoted</b> </p>${toFigure('A hill', 'By noon')}</blockquote><p>bad </p><p>${external('https://far.example/far.png', 'Far')}</p>`,
    [
      "has HTML, such as '<b>', which is shown as text",
      "has a link 'bad' to 'javascript:alert', an address that is not allowed; its text stays",
      "has a picture of another site, 'https://far.example/far.png'; a link stands in its place",
    ],
  ],
  [
    'a list of components',
    [...list('hero', 'code', 'talk', 'film'), link('Asset', 'hill')],
    `<h2 id="grow">Grow</h2>${figure}<p>With <b>care</b>.</p>` +
      '<p><b>sum.py</b></p><pre><code class="language-python">a = 1\n\n  b</code></pre>' +
      `<div class="entry-card">${external('https://www.youtube.com/watch?v=1', 'Our talk')}<p>youtube.com</p></div>` +
      `<div class="entry-card">${external('https://player.vimeo.com/video/1', 'Video on vimeo.com')}<p>vimeo.com</p></div>` +
      figure,
    ['embeds entry hero (held) without its saison'],
  ],
  [
    'rich text with entries',
    doc(
      p('By ', inlineEntry('ann'), ' and ', inlineEntry('ada')),
      entry('code'),
      entry('hero'),
      entry('line'),
      entry('no'),
    ),
    '<p>By Ann and Ada Author</p><p><b>sum.py</b></p><pre><code class="language-python">a = 1\n\n  b</code></pre>' +
      `<p><b>Grow</b></p>${figure}<p>With <b>care</b>.</p>`,
    [
      'embeds entry ann (person) within a line, where only its name stands',
      'embeds entry hero (held) without its saison',
      'embeds entry line (divider), which has nothing that the site can show',
      'embeds entry no, which is not published or has no page',
    ],
  ],
  [
    'a person, whose title is no heading, and a component with a name for editors',
    list('ann', 'opening'),
    '<h2 id="ann">Ann</h2><p>Writer</p><h2 id="grow">Grow</h2>',
    [],
  ],
  [
    'entries that are links, or have one',
    doc(
      entry('more'),
      entry('offer'),
      p('Or ', inlineEntry('more'), '.'),
      p(a('/x', inlineEntry('more'))),
    ),
    `<p><a href="/contact">Read on</a></p><p><b>Start</b></p><p>Now.</p><p>${external('https://a.example', 'Write to us')}</p>` +
      '<p>Or <a href="/contact">Read on</a>.</p><p><a href="/x">Read on</a></p>',
    [],
  ],
  [
    'entries that lead somewhere without a label: their heading does',
    [doc(entry('course'), entry('kit'), p('A ', inlineEntry('course'))), ...list('course', 'shop')],
    `<p>${external('https://a.example', '<b>Course</b>')}</p><p>Free.</p>` +
      `<p><a href="/resources"><b>Kit</b></a></p>${figure}<p>A4</p><p>A Course</p>` +
      `<h2 id="course">${external('https://a.example', 'Course')}</h2><p>Free.</p>` +
      '<h2 id="shop">Shop</h2><p>Open.</p>',
    [
      'embeds entry course (karte) within a line, where only its name stands',
      'embeds entry shop (karte) without its ziel',
    ],
  ],
  [
    'entries around a picture, with a title or another form of the picture',
    doc(entry('named'), entry('twice')),
    toFigure('x', 'Our hill') + figure,
    ['embeds entry twice (imagen) without its imagenMovil'],
  ],
  [
    'an entry around a picture, and a link to a post that waits for its day',
    doc(entry('wrapped'), p(entryLink('later', 'Later'))),
    `${toFigure('A hill')}<p>Later</p>`,
    ['links to entry later (blogPost), which has no page'],
  ],
  [
    'one picture with other words in another place',
    '![One](//images.ctfassets.net/s/hill/t/hill.png) ![Two](//images.ctfassets.net/s/hill/t/hill.png "By noon")',
    toFigure('One') + toFigure('Two', 'By noon'),
    [],
  ],
  [
    'Markdown of other programs: front matter, comments, breaks, frames of videos',
    '---\ntitle: x\n---\n<!--more-->\n\nOne<br>two <!-- not\nshown -->three `<br>`\n\n<iframe src="https://www.youtube.com/embed/1"></iframe>',
    `<p>One<br/>two three <code>&lt;br&gt;</code></p><div class="entry-card">${external('https://www.youtube.com/embed/1', 'Video on youtube.com')}<p>youtube.com</p></div>`,
    ['begins with front matter; it is left out'],
  ],
  [
    'lists of chats and Word, and a heading of Docs',
    '• one\n·\u00a0\u00a0 two\n    ◦\tthree\n\n```\n• code\n~~~\n```\n\n## **Plan** {#plan}\n\n![Plan](/plan.png)',
    '<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul><pre><code>• code\n~~~</code></pre><h2 id="plan"><b>Plan</b></h2><p><a href="/plan.png">Plan</a></p>',
    ["has a picture at '/plan.png', which is no asset; a link stands in its place"],
  ],
  [
    'two entries with the same footnotes',
    [...list('noted', 'noted-again'), link('Entry', 'noted')],
    `${toNoted('9d9143cd', true)}${toNoted('f25bb2b3', true)}${toNoted('9d9143cd', false)}`,
    ["has a footnote 'lost' that its text does not name; it is left out"],
  ],
  [
    'footnotes that are named twice, have paragraphs, or stand in their line',
    'A[^a], B[^a] and C^[D].\n\n[^a]: First\n\n    More',
    (() => {
      const note = (number: number) => `note_1ab7e89d_${number}`;
      const to = (number: number) => `<sup><a href="#${note(number)}">${number}</a></sup>`;
      return `<p>A${to(1)}, B${to(1)} and C${to(2)}.</p><hr><ol><li id="${note(1)}"><p>First</p><p>More</p></li><li id="${note(2)}">D</li></ol>`;
    })(),
    [],
  ],
  [
    'Markdown of old programs: what its signs do not mark is told',
    '##Plan\n\n**Bold: **and more',
    '<p>##Plan</p><p>**Bold: **and more</p>',
    [
      "has '##', a sign of Markdown that marks nothing here; it is shown as text",
      "has '**', a sign of Markdown that marks nothing here; it is shown as text",
    ],
  ],
  [
    'HTML with an address, and signs that are written to be seen',
    'See &lt;b&gt;, \\<i> and `<u>`.\n\n<audio src="https://a.example/a">',
    `<p>See &lt;b&gt;, &lt;i&gt; and <code>&lt;u&gt;</code>.</p><p>&lt;audio src=&quot;https://a.example/a&quot;&gt;</p>`,
    [`has HTML, such as '<audio src="https://a.example/a">', which is shown as text`],
  ],
  [
    'pictures in HTML, and one that is called by its file',
    `<img class="x" src="//images.ctfassets.net/s/hill/t/hill.png" alt='Hill &amp; sky'>\n\n![hill-1](//images.ctfassets.net/s/hill/t/hill-1.png)`,
    toFigure('Hill &amp; sky') + figure,
    [],
  ],
  [
    'pictures that are written into the text',
    '![][image1] ![A chart](data:image/png;base64,BBBB)\n\n[image1]: <data:image/png;base64,AAAA>',
    '<p>A chart</p>',
    [
      "has a picture at 'data:image/png;base64,AAAA', an address that is not allowed; it is left out",
      "has a picture at 'data:image/png;base64,BBBB', an address that is not allowed; its words stay",
    ],
  ],
  [
    'an entry behind more links than are read',
    list('first'),
    '',
    ['embeds entry fourth, which is more than three links away, or has no page'],
  ],
  [
    'an inline entry alone',
    doc(p(inlineEntry('talk'))),
    '<p>Our talk</p>',
    ['embeds entry talk (video) within a line, where only its name stands'],
  ],
  [
    'a component that contains itself',
    list('loop'),
    '<h2 id="loop">Loop</h2><p>Once.</p>',
    [
      'embeds entry loop (section), which is too long or too deep, or contains itself; it is left out there',
    ],
  ],
  [
    'ten thousand nested lists',
    `${'- '.repeat(10_000)}x`,
    '',
    ['is too long or nested too deep; the rest of it is left out'],
  ],
  [
    'an object',
    { blocks: [] },
    '',
    ['has a value that is neither text nor rich text nor a link; it is left out'],
  ],
])('a body of %s', (name, value, html, expected) => {
  const { richText } = parseBody(value, new Map(parts.map((part) => [part.id, part])), types);
  const { body, problems } = renderBody(richText, {
    siteHost: 'www.example.com',
    showsDrafts: true,
    getEntry: () => null,
    getAsset: (id) =>
      id.includes('hill') ? { kind: 'image', picture, caption: '', href: '', title: '' } : null,
  });
  expect(body.html.replaceAll(mark, '')).toBe(html);
  if (name === 'a list of components')
    expect(listMarks(body.html)).toBe(
      'entry,hero,berschrift asset,hill,file entry,hero,absatz entry,code,title entry,code,code entry,talk,videoUrl entry,film,embedCode asset,hill,file',
    );
  expect(problems).toEqual(expected);
});

test('bodies in a pull: of nested components, of nothing that can be shown, of Markdown with a picture', async () => {
  const { service, pulled, pullNow, getHtml } = await createPulled({
    contentTypes,
    entries: [
      starterPost('older', { body: '' }),
      starterPost('newer', { body: list('lost') }),
      starterPost('third', { body: list('outer') }),
      entryOf('section', 'outer', { parts: list('inner') }),
      entryOf('section', 'inner', { text: 'Deep.', image: link('Asset', 'picture') }),
    ],
    assets: [hill],
  });
  expect(await getHtml('third')).toMatch(/^<p>Deep\.<\/p><figure .* src="\/media\//);
  service.publish(entryOf('section', 'inner', { text: 'Changed.' }));
  expect(await pullNow()).toMatchObject({ mode: 'changes' });
  expect(await getHtml('third')).toBe('<p>Changed.</p>');
  expect(pulled.problems.map(({ entryId, message }) => `${entryId} ${message}`)).toEqual(
    expect.arrayContaining([
      'older is empty; the page has no body',
      'newer has nothing that the site can show; the page has no body',
    ]),
  );
  const { fields = {} } = await service.publishAsset(hill);
  const address = parseAsset({ fields }, 'http:')?.url.replace('http:', '');
  const plan = await service.publishAsset(asset('plan', 'checklist.pdf', 'application/pdf'));
  const planAddress = parseAsset({ fields: plan.fields ?? {} }, 'http:')?.url ?? '';
  const goneAddress = planAddress.replace('/plan/', '/none/');
  const links = `[**The** plan](${planAddress.replace('http:', 'https:')}) and [none](${goneAddress})`;
  service.publish(starterPost('third', { body: links }));
  service.publish(starterPost('older', { body: `![Two <hills>](${address}?h=250 "At noon")` }));
  service.publish(
    starterPost('newer', {
      body: '![Moved](//HOST/asset-files/picture/old/a.svg) and ![gone](//HOST/asset-files/none/old/a.svg)'.replaceAll(
        'HOST',
        service.account.host,
      ),
    }),
  );
  const { problems } = await pullNow();
  expect(await getHtml('newer')).toMatch(
    /^<figure class="figure"><picture><img src="\/media\/[^"]+\.svg" alt="Moved"[^>]*><\/picture><\/figure><p> and <\/p>$/,
  );
  expect(problems.map(({ message }) => message)).toContain(
    `has a picture at '//${service.account.host}/asset-files/none/old/a.svg', where no file can be fetched; it is left out`,
  );
  expect(problems.map(({ message }) => message)).toContain(
    `has a link 'none' to '${goneAddress}', where no file can be fetched; its text stays`,
  );
  expect(await getHtml('third')).toMatch(
    /^<p><a href="\/media\/\w+-checklist\.pdf"><b>The<\/b> plan<\/a> and none<\/p>$/,
  );
  expect(await getHtml('older')).toMatch(
    /^<figure class="figure"><picture><img src="\/media\/[^"]+\.svg" alt="Two &lt;hills&gt;" width="\d+" height="\d+" loading="lazy" decoding="async"><\/picture><figcaption>At noon<\/figcaption><\/figure>$/,
  );
});
