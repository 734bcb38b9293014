import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  a,
  asset,
  assetLink,
  b,
  code,
  doc,
  entry,
  entryLink,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  hr,
  inlineEntry,
  li,
  ol,
  p,
  quote,
  table,
  ul,
} from '#data/built-in/document.ts';
import { parseRichText } from '#engine/content/body/parse.ts';
import {
  parseHref,
  renderBody,
  type EmbeddedAsset,
  type LinkTarget,
} from '#engine/content/body/render.ts';
import { findVideo } from '#engine/content/body/video.ts';
import { external, findViolations, listMarks, mark } from '../../fixtures/html.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { scaled } from '../../support/scale.ts';

const picture = {
  src: '/media/abc-800.jpg',
  alt: 'A "chart"',
  width: 800,
  height: 450,
  avif: '/media/abc-480.avif 480w, /media/abc-800.avif 800w',
};
const image = { kind: 'image', picture, href: picture.src, title: picture.alt } as const;
const assets = new Map<string, EmbeddedAsset>([
  ['chart', { ...image, caption: 'Leads & meetings' }],
  ['plain', { ...image, caption: picture.alt }],
  [
    'checklist',
    { kind: 'file', href: '/media/abc.pdf', title: 'Audit <list>', type: 'PDF', size: 1_234_000 },
  ],
]);
const entries = new Map<string, LinkTarget>([
  [
    'post',
    {
      href: '/blog/pipeline',
      title: 'Your pipeline & you',
      text: 'What it says.',
      titleField: 'name',
    },
  ],
  ['guide', { href: '/resources/guide', title: 'Guide', text: '', titleField: 'name' }],
]);

const renderFor = (showsDrafts: boolean, document: unknown) =>
  renderBody(parseRichText(document), {
    siteHost: 'www.example.com',
    showsDrafts,
    getEntry: (id) => entries.get(id) ?? null,
    getAsset: (id) => assets.get(id) ?? null,
  });
const render = (document: unknown) => {
  const { body, problems } = renderFor(false, document);
  expect(findViolations(body.html)).toEqual([]);
  expect(renderFor(true, document).body.html.replaceAll(mark, '')).toBe(body.html);
  return { ...body, problems };
};
const html = (content: unknown) => render(node('document', [content].flat())).html;

// The functions of `document.ts` write what the format allows, these functions anything else.
const text = (value: unknown, ...marks: unknown[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
});
const node = (nodeType: unknown, content: readonly unknown[] = [], data: unknown = {}) => ({
  nodeType,
  data,
  content,
});
const target = (id: string) => ({ target: { sys: { type: 'Link', id } } });
const paragraph = (...content: unknown[]) => node('paragraph', content);
const cell = (value: string, data: object = {}, kind = '') =>
  node(`table-${kind && `${kind}-`}cell`, [paragraph(text(value))], data);
const row = (...cells: unknown[]) => node('table-row', cells);

const shownImage =
  '<picture><source type="image/avif" srcset="/media/abc-480.avif 480w, /media/abc-800.avif 800w" sizes="(width >= 768px) 41rem, 100vw"><img src="/media/abc-800.jpg" alt="A &quot;chart&quot;" width="800" height="450" loading="lazy" decoding="async"></picture>';
const shownTable = (rows: string, label = 'Table 1') =>
  `<div class="table-scroll" role="region" aria-label="${label}" tabindex="0"><table>${rows}</table></div>`;

test('in a preview what is of an asset or another entry leads to its editor', () => {
  const document = doc(
    entry('post'),
    asset('chart'),
    asset('checklist'),
    p(inlineEntry('guide'), entryLink('guide', 'the text of this body')),
    p(assetLink('checklist', 'the file')),
    node('embedded-asset-block', [], { uri: 'https://a.example/from-markdown.png' }) as never,
  );
  expect(listMarks(renderFor(true, document).body.html)).toBe(
    'entry,post,name asset,chart,file asset,checklist,file entry,guide,name asset,checklist,file',
  );
});

describe('rich text becomes HTML:', () => {
  const label = ['the ', b('label')] as const;
  const shown = 'the <b>label</b>';
  test.each<[string, unknown, string]>([
    [
      'paragraphs, headings, lists, rules and quotes',
      [p('One'), p(''), h4('A'), ul(li(p('One'), ol('Two'))), hr(), quote('Three')],
      '<p>One</p><h2 id="a">A</h2><ul><li>One<ol><li>Two</li></ol></li></ul><hr><blockquote><p>Three</p></blockquote>',
    ],
    [
      'every mark',
      paragraph(...Object.values(MARKS).map((type) => text(type, type))),
      '<p><b>bold</b><i>italic</i><u>underline</u><code>code</code><sup>superscript</sup><sub>subscript</sub><s>strikethrough</s></p>',
    ],
    [
      'links to other sites, entries and files',
      [
        p('See ', a('https://a.example/?b=1&c=2', ...label), '.'),
        p(entryLink('guide', ...label)),
        p(assetLink('checklist', ...label)),
        p(inlineEntry('post')),
      ],
      `<p>See ${external('https://a.example/?b=1&amp;c=2', shown)}.</p>` +
        `<p><a href="/resources/guide">${shown}</a></p><p><a href="/media/abc.pdf">${shown}</a></p>` +
        '<p><a href="/blog/pipeline">Your pipeline &amp; you</a></p>',
    ],
    [
      'cards of entries',
      [entry('post'), entry('guide')],
      '<div class="entry-card"><a href="/blog/pipeline">Your pipeline &amp; you</a><p>What it says.</p></div>' +
        '<div class="entry-card"><a href="/resources/guide">Guide</a></div>',
    ],
    [
      'pictures and downloads',
      [asset('chart'), asset('plain'), asset('checklist')],
      `<figure class="figure">${shownImage}<figcaption>Leads &amp; meetings</figcaption></figure>` +
        `<figure class="figure">${shownImage}</figure>` +
        '<p class="download"><a href="/media/abc.pdf">Audit &lt;list&gt;</a> <span>(PDF, 1.2 MB)</span></p>',
    ],
    [
      'tables with a row of headers',
      [table(['A'], ['1']), h2('Costs'), table(['B', 'C'], ['1', '2'])],
      shownTable('<tr><th scope="col">A</th></tr><tr><td>1</td></tr>') +
        '<h2 id="costs">Costs</h2>' +
        shownTable(
          '<tr><th scope="col">B</th> <th scope="col">C</th></tr><tr><th scope="row">1</th> <td>2</td></tr>',
          'Table 2: Costs',
        ),
    ],
    [
      'a table without headers',
      node('table', [row(node('table-cell', [p('1'), p('2')]), node('table-cell'))]),
      shownTable('<tr><td><p>1</p><p>2</p></td> <td></td></tr>'),
    ],
    [
      'a table with a column of headers',
      node('table', [
        row(node('table-header-cell', [p('')]), node('table-header-cell', [p('A')])),
        row(node('table-header-cell', [p('B')]), node('table-cell', [p('1')])),
      ]),
      shownTable(
        '<tr><td></td> <th scope="col">A</th></tr><tr><th scope="row">B</th> <td>1</td></tr>',
      ),
    ],
    [
      'a table with merged cells, in two rows of headers',
      node('table', [
        row(cell('A', { rowspan: 2 }, 'header'), cell('B', { colspan: 2 }, 'header')),
        row(cell('C', {}, 'header'), cell('D', {}, 'header')),
        row(cell('1', { rowspan: 2 }), cell('2'), cell('3')),
        row(cell('4', { colspan: 2 })),
      ]),
      shownTable(
        '<tr><th scope="col" rowspan="2">A</th> <th scope="colgroup" colspan="2">B</th></tr>' +
          '<tr><th scope="col">C</th> <th scope="col">D</th></tr>' +
          '<tr><th scope="rowgroup" rowspan="2">1</th> <td>2</td> <td>3</td></tr>' +
          '<tr><td colspan="2">4</td></tr>',
      ),
    ],
  ])('%s', (_, content, expected) => expect(html(content)).toBe(expected));
});

test('headings have unique ids from nested text, none of which the page uses elsewhere', () => {
  const titles = ['Why CRM fails', 'Why CRM fails 2', 'site_menu', '¿?'].map((title) => h2(title));
  const { headings } = render(doc(h2('Why ', b('CRM'), ' fails'), ...titles));
  expect(headings.map(({ id }) => id).join(' ')).toBe(
    'why-crm-fails why-crm-fails-2 why-crm-fails-2-2 site-menu section',
  );
});

test('headings never skip a level below the page title', () => {
  const { headings } = render(
    doc(h1('A'), h2(' '), h4('B'), h4('C'), h2('D'), h3('E'), h4('F'), h5('G'), h3('H'), h6('I')),
  );
  const levels = headings.map(({ text, level }) => `${text}${level}`);
  expect(levels.join(' ')).toBe('A2 B3 C3 D2 E3 F4 G5 H3 I4');
});

test('a space that does not break is one beside numbers and signs, and no longer between words', () => {
  const pasted = 'Not\u00a0a\u00a0word,\u00a0but\u00a05\u00a0km, §\u00a03, «\u00a0oui\u00a0»';
  const shown = 'Not a word, but\u00a05\u00a0km, §\u00a03, «\u00a0oui\u00a0»';
  expect(html([p(pasted), ul(pasted), h2('A\u00a0plan')])).toBe(
    `<p>${shown}</p><ul><li>${shown}</li></ul><h2 id="a-plan">A plan</h2>`,
  );
  expect(html([p(code('a\u00a0b'))])).toBe('<pre><code>a\u00a0b</code></pre>');
});

test.each<[string, unknown[], string]>([
  [
    'is escaped, and keeps line breaks',
    [p(`<script>"&'\n`, 'b')],
    '<p>&lt;script&gt;&quot;&amp;&#39;<br/>b</p>',
  ],
  [
    'that is all code is a block, with line breaks and spaces, together with the code below',
    [p(code('a < b\n'), code('  c')), p(code('end')), p('Do ', code('x'), '  now'), p(code('y'))],
    '<pre><code>a &lt; b\n  c\nend</code></pre><p>Do <code>x</code> now</p><pre><code>y</code></pre>',
  ],
  ['in a link is no link', [p(a('/a', 'in ', a('/b', 'side')))], html(p(a('/a', 'in side')))],
  [
    'that nobody sees leaves no gap and no bullet',
    [p('\u00a0'), p(b(' ')), p('\n'), quote(''), h2(' '), ul('', 'x'), ul(''), ol('', ['\u00a0'])],
    '<ul><li>x</li></ul>',
  ],
  [
    'of headings gives fragments with the letters of its script',
    ['Café 1', 'はじめに', 'हिन्दी', '성장'].map((heading) => h2(heading)),
    '<h2 id="cafe-1">Café 1</h2><h2 id="はじめに">はじめに</h2><h2 id="हिन्दी">हिन्दी</h2><h2 id="성장">성장</h2>',
  ],
  ['of a link that is empty disappears', [p('x', a('https://a.example', ' '))], '<p>x </p>'],
  [
    'has each mark once, and unknown marks leave it',
    [paragraph(text('x', 'bold', 'italic', 'bold', 'blink', 'toString'))],
    '<p><i><b>x</b></i></p>',
  ],
])('text %s', (_, content, expected) => expect(html(content)).toBe(expected));

/** Addresses as editors write them, and as a page has them. */
const allowedLinks: [written: string, href: string][] = [
  ['https://a.example/x?y="z"', 'https://a.example/x?y=%22z%22'],
  [' HTTPS://a.example/ü ', 'HTTPS://a.example/ü'],
  ['https://[::1]:80/a b(c)[d]#e f', 'https://[::1]:80/a%20b(c)%5Bd%5D#e%20f'],
  ['mailto:a@b.example?subject=x y', 'mailto:a@b.example?subject=x%20y'],
  ['tel:+1 (212) 55', 'tel:+1(212)55'],
  ['www.a.example/x', 'https://www.a.example/x'],
  ['ana@a.example', 'mailto:ana@a.example'],
  ['/ok" onmouseover="x', '/ok%22%20onmouseover=%22x'],
  ['#a"><script>', '#a%22%3E%3Cscript%3E'],
  ['\u00adhttps://a.example/b\u200e\u00a0', 'https://a.example/b'],
];
const refusedLinks = [
  'javascript:alert(1)',
  '/\u0001',
  'javascript://https://a.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https:evil.example',
  'https://user@a.example',
  'https://:password@a.example',
  'http://[',
  'example.com',
  '',
];

describe('links', () => {
  test.each(allowedLinks)('%j leads to %j', (written, href) =>
    expect(parseHref(written)).toBe(href),
  );

  const isRefused = /^has a link 'label' to '.*', an address that is not allowed; its text stays$/;
  test.each([...refusedLinks, null, 7, { toString: () => 'https://a.example' }])(
    'may not lead to %j: the text stays',
    (uri) => {
      expect(render(doc(p({ ...a('', 'label'), data: { uri } })))).toMatchObject({
        html: '<p>label</p>',
        problems: [expect.stringMatching(isRefused)],
      });
    },
  );

  test.each([
    ['/contact/#form', '/contact#form'],
    ['https://www.example.com/contact/?a=b/', '/contact?a=b/'],
    ['http://www.example.com/contact', '/contact'],
    ['HTTPS://EXAMPLE.com/contact/#form', '/contact#form'],
    ['https://www.example.com', '/'],
    ['/', '/'],
  ])('to our own page %s lead to %s, where no redirect is', (written, href) =>
    expect(html(p(a(written, 'label')))).toBe(`<p><a href="${href}">label</a></p>`),
  );

  test.each(['/contact', '#gone', 'mailto:a@b.example'])(
    'to %s, within the site or to no site, stay in the tab',
    (href) => expect(html(p(a(href, 'label')))).toBe(`<p><a href="${href}">label</a></p>`),
  );

  test('and embeds of what is not published keep their text, and the report names the id', () => {
    const links = [p('See ', entryLink('draft', 'this')), p('Or ', assetLink('lost', 'that'))];
    const urn = 'crn:contentful:::content:spaces/a/entries/b';
    const there = { target: { sys: { urn } } };
    const block = node('embedded-resource-block', [], there);
    const inline = paragraph(node('resource-hyperlink', [text('there')], there));
    const document = node('document', [...links, entry('draft'), asset('lost'), block, inline]);
    expect(render(document)).toEqual({
      html: '<p>See this</p><p>Or that</p><p>there</p>',
      headings: [],
      readingMinutes: 1,
      pauses: [],
      problems: [
        'links to entry draft, which is not published or has no page',
        'links to asset lost, which is not published or has no file',
        'embeds entry draft, which is not published or has no page',
        'embeds asset lost, which is not published or has no file',
        `embeds something of another space (${urn}), which is not shown`,
        `links to something of another space (${urn}); its text 'there' stays`,
      ],
    });
  });
});

test('a long text that begins like the frame of a video takes no longer to read', () => {
  expect(findVideo(`<iframe ${'src="a '.repeat(50_000)}`)).toBeNull();
  expect(findVideo('<iframe src="//www.youtube.com/embed/1?a=b&amp;c=d"></iframe>')).toEqual({
    uri: 'https://www.youtube.com/embed/1?a=b&c=d',
    host: 'youtube.com',
  });
});

test('the report of a text is bounded', () => {
  const { problems } = render(doc(...Array.from({ length: 70 }, (_, index) => asset(`a${index}`))));
  expect([problems.length, problems.at(-1)]).toEqual([51, 'has 20 more problems like these']);
});

test.each<[string, unknown]>([
  ['no document', undefined],
  ['white space', doc(p(''), p(' \n '), h2(' '))],
  ['a rule', doc(hr())],
  ['an asset that is not published', doc(asset('lost'))],
])('%s is an empty body', (_, document) => {
  expect(render(document)).toMatchObject({ html: '', headings: [] });
});

test('a long text pauses before chapters, a long chapter before paragraphs but never below its heading, a short text never', () => {
  const pausesOf = (paragraphs: number, words: number) => {
    const chapters = ['One', 'Two', 'Three', 'Four'].flatMap((title) => [
      h2(title),
      ...Array.from({ length: paragraphs }, () => p('word '.repeat(words))),
    ]);
    const { pauses, html: text } = render(doc(...chapters));
    return pauses.map((pause) => /<[^>]+>\w+/.exec(text.slice(pause))?.[0]);
  };
  expect(pausesOf(1, 30)).toEqual([]);
  expect(pausesOf(1, 200)).toEqual(['<h2 id="two">Two', '<h2 id="four">Four']);
  expect(pausesOf(3, 200)).toEqual([
    ...['<p>word', '<h2 id="two">Two', '<p>word', '<h2 id="three">Three'],
    ...['<p>word', '<h2 id="four">Four', '<p>word'],
  ]);
});

describe('content that the format does not allow', () => {
  const one = paragraph(text('One'));
  test.each([
    ...['callout', '__proto__', { a: 1 }, 'list-item', 'table-cell'].map(
      (type): [unknown, string] => [node(type, [one]), '<p>One</p>'],
    ),
    [paragraph(text('a '), node('emoji', [text('b')])), '<p>a b</p>'],
    [paragraph(text('a '), node('blockquote', [one])), '<p>a One</p>'],
    [[text('One'), node('unordered-list')], '<p>One</p>'],
    [node('unordered-list', [one]), '<ul><li>One</li></ul>'],
    [
      node('unordered-list', [node('list-item', [text('a '), text('b', 'bold')])]),
      '<ul><li>a <b>b</b></li></ul>',
    ],
    [[null, 1, 'x', [], paragraph(text('a'), text(7), text(null), null)], '<p>a</p>'],
    [paragraph({ nodeType: 'text', value: 'a', marks: [null, 1, { type: {} }] }), '<p>a</p>'],
  ])('%j keeps its text and breaks nothing', (content, expected) =>
    expect(html(content)).toBe(expected),
  );

  let deep: unknown = paragraph(text('deep'));
  for (let depth = 0; depth < 20_000; depth++) deep = node('blockquote', [deep]);
  test.each<[string, unknown[], string]>([
    ['nesting', [one, deep], '<p>One</p>'],
    ['many nodes', Array.from({ length: 60_000 }, () => paragraph()), ''],
  ])('too much of it (%s) is left out and reported', (_, content, expected) => {
    expect(render(node('document', content))).toMatchObject({
      html: expected,
      problems: ['is too long or nested too deep; the rest of it is left out'],
    });
  });
});

test('any document renders to allowed elements, attributes and schemes only', () => {
  const strange = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'blink'];
  const strings = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.constantFrom('</code></pre><img src=x onerror=alert(1)>', '<!--', ']]>', '&lt;b&gt;'),
    fc.constantFrom('\u2028', 'Intro', 'intro', ' ', ''),
  );
  const junk = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constant(null), fc.constant([]));
  const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: junk });
  const data = fc.oneof(
    fc.record({ uri: fc.oneof(fc.constantFrom(...allowedLinks, ...refusedLinks), strings) }),
    fc.constantFrom(...assets.keys(), ...entries.keys(), 'lost', '__proto__').map(target),
    junk,
  );
  const types = (known: Readonly<Record<string, string>>) =>
    fc.constantFrom(...Object.values(known), ...strange);
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.record({
      nodeType: fc.constant('text'),
      value: rarely(strings),
      marks: fc.array(fc.oneof(fc.record({ type: types(MARKS) }), junk), { maxLength: 3 }),
    }),
    tree: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      tie('leaf'),
      junk,
      fc.record({
        nodeType: types({ ...BLOCKS, ...INLINES }),
        data,
        content: rarely(fc.array(tie('tree'), { maxLength: 5 })),
      }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), (content) => {
      const levels = render(node('document', content)).headings.map(({ level }) => level);
      for (const [index, level] of levels.entries())
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 1) + 1);
    }),
    { numRuns: scaled(2000, 50_000), seed: 20_261_122 },
  );
}, 600_000);
