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
  i,
  inlineEntry,
  li,
  ol,
  p,
  quote,
  table,
  ul,
} from '../../../src/engine/content/fallback/document.ts';
import type { Picture } from '../../../src/engine/content/articles/records.ts';
import { flattenText, parseRichText } from '../../../src/engine/content/rich-text/parse.ts';
import {
  parseHref,
  renderBody,
  type EmbeddedAsset,
  type RichTextContext,
} from '../../../src/engine/content/rich-text/render.ts';
import { findViolations, getAttribute, parseHtml } from '../../fixtures/html.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { scaled } from '../../support/scale.ts';

const picture: Picture = {
  src: '/media/abc-800.jpg',
  alt: 'A "chart"',
  width: 800,
  height: 450,
  sources: [{ type: 'image/avif', srcset: '/media/abc-480.avif 480w, /media/abc-800.avif 800w' }],
  srcset: '',
};
const assets: Record<string, EmbeddedAsset> = {
  chart: {
    kind: 'image',
    picture,
    caption: 'Leads & meetings',
    href: picture.src,
    title: picture.alt,
  },
  plain: { kind: 'image', picture, caption: picture.alt, href: picture.src, title: picture.alt },
  checklist: {
    kind: 'file',
    href: '/media/abc.pdf',
    title: 'Audit <checklist>',
    type: 'PDF',
    size: 1_234_000,
  },
};
const entries: Record<string, { href: string; title: string; text: string }> = {
  post: { href: '/blog/pipeline', title: 'Your pipeline & you', text: 'What it says.' },
  guide: { href: '/resources/guide', title: 'Guide', text: '' },
};
const context: RichTextContext = {
  getEntry: (id) => (Object.hasOwn(entries, id) ? (entries[id] ?? null) : null),
  getAsset: (id) => (Object.hasOwn(assets, id) ? (assets[id] ?? null) : null),
};

const render = (document: unknown) => renderBody(parseRichText(document), context);
const html = (document: unknown) => render(document).body.html;

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
const documentOf = (...content: unknown[]) => node('document', content);
const cell = (nodeType: string, value: string) => node(nodeType, [paragraph(text(value))]);

const external = (href: string, label: string) =>
  `<a class="external" href="${href}" target="_blank" rel="noopener noreferrer">${label}<span class="visually-hidden"> (opens in a new tab)</span></a>`;
const image =
  '<picture><source type="image/avif" srcset="/media/abc-480.avif 480w, /media/abc-800.avif 800w" sizes="(width >= 768px) 41rem, 100vw"><img src="/media/abc-800.jpg" alt="A &quot;chart&quot;" width="800" height="450" loading="lazy" decoding="async"></picture>';

const tableOf = (rows: string) =>
  `<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table>${rows}</table></div>`;

describe('every block has its output', () => {
  const outputs: Record<BLOCKS, [unknown, string]> = {
    [BLOCKS.DOCUMENT]: [[p('One'), p('Two')], '<p>One</p><p>Two</p>'],
    [BLOCKS.PARAGRAPH]: [p('One'), '<p>One</p>'],
    // Level 1 is the page's own title.
    [BLOCKS.HEADING_1]: [h1('A'), '<h2 id="a">A</h2>'],
    [BLOCKS.HEADING_2]: [h2('A'), '<h2 id="a">A</h2>'],
    [BLOCKS.HEADING_3]: [[h2('A'), h3('B')], '<h2 id="a">A</h2><h3 id="b">B</h3>'],
    [BLOCKS.HEADING_4]: [
      [h2('A'), h3('B'), h4('C')],
      '<h2 id="a">A</h2><h3 id="b">B</h3><h4 id="c">C</h4>',
    ],
    [BLOCKS.HEADING_5]: [
      [h2('A'), h3('B'), h4('C'), h5('D')],
      '<h2 id="a">A</h2><h3 id="b">B</h3><h4 id="c">C</h4><h5 id="d">D</h5>',
    ],
    [BLOCKS.HEADING_6]: [
      [h2('A'), h3('B'), h4('C'), h5('D'), h6('E')],
      '<h2 id="a">A</h2><h3 id="b">B</h3><h4 id="c">C</h4><h5 id="d">D</h5><h6 id="e">E</h6>',
    ],
    [BLOCKS.UL_LIST]: [ul('One'), '<ul><li>One</li></ul>'],
    [BLOCKS.OL_LIST]: [ol('One'), '<ol><li>One</li></ol>'],
    [BLOCKS.LIST_ITEM]: [ul(li(p('One'), ol('Two'))), '<ul><li>One<ol><li>Two</li></ol></li></ul>'],
    [BLOCKS.HR]: [[p('One'), hr()], '<p>One</p><hr>'],
    [BLOCKS.QUOTE]: [quote('One'), '<blockquote><p>One</p></blockquote>'],
    [BLOCKS.EMBEDDED_ENTRY]: [
      entry('post'),
      '<aside class="entry-card"><a href="/blog/pipeline">Your pipeline &amp; you</a><p>What it says.</p></aside>',
    ],
    [BLOCKS.EMBEDDED_ASSET]: [
      asset('chart'),
      `<figure class="figure">${image}<figcaption>Leads &amp; meetings</figcaption></figure>`,
    ],
    [BLOCKS.EMBEDDED_RESOURCE]: [
      [p('One'), node('embedded-resource-block', [], target('x'))],
      '<p>One</p>',
    ],
    [BLOCKS.TABLE]: [
      table(['A', 'B'], ['1', '2']),
      tableOf(
        '<tr><th scope="col">A</th> <th scope="col">B</th></tr><tr><td>1</td> <td>2</td></tr>',
      ),
    ],
    [BLOCKS.TABLE_ROW]: [
      node('table', [node('table-row', [cell('table-cell', '1')])]),
      tableOf('<tr><td>1</td></tr>'),
    ],
    [BLOCKS.TABLE_CELL]: [
      node('table', [
        node('table-row', [node('table-cell', [p('1'), p('2')]), node('table-cell')]),
      ]),
      tableOf('<tr><td><p>1</p><p>2</p></td> <td></td></tr>'),
    ],
    [BLOCKS.TABLE_HEADER_CELL]: [
      node('table', [
        node('table-row', [cell('table-header-cell', ''), cell('table-header-cell', 'A')]),
        node('table-row', [cell('table-header-cell', 'B'), cell('table-cell', '1')]),
      ]),
      tableOf(
        '<tr><td></td> <th scope="col">A</th></tr><tr><th scope="row">B</th> <td>1</td></tr>',
      ),
    ],
  };
  test.each(Object.entries(outputs))('%s', (_, [content, expected]) => {
    const output = html(node('document', [content].flat()));
    expect(output).toBe(expected);
    expect(findViolations(output)).toEqual([]);
  });
});

describe('every inline has its output', () => {
  const label = ['the ', b('label')] as const;
  const shown = 'the <b>label</b>';
  const elsewhere = [[text('the '), b('label')], target('x')] as const;
  const outputs: Record<INLINES, [unknown, string]> = {
    [INLINES.HYPERLINK]: [
      a('https://a.example/?b=1&c=2', ...label),
      external('https://a.example/?b=1&amp;c=2', shown),
    ],
    [INLINES.ENTRY_HYPERLINK]: [
      entryLink('guide', ...label),
      `<a href="/resources/guide">${shown}</a>`,
    ],
    [INLINES.ASSET_HYPERLINK]: [
      assetLink('checklist', ...label),
      `<a href="/media/abc.pdf">${shown}</a>`,
    ],
    [INLINES.RESOURCE_HYPERLINK]: [node('resource-hyperlink', ...elsewhere), shown],
    [INLINES.EMBEDDED_ENTRY]: [
      inlineEntry('post'),
      '<a href="/blog/pipeline">Your pipeline &amp; you</a>',
    ],
    [INLINES.EMBEDDED_RESOURCE]: [node('embedded-resource-inline', ...elsewhere), shown],
  };
  test.each(Object.entries(outputs))('%s', (_, [inline, expected]) => {
    const output = html(documentOf(paragraph(text('See '), inline, text('.'))));
    expect(output).toBe(`<p>See ${expected}.</p>`);
    expect(findViolations(output)).toEqual([]);
  });
});

describe('every mark has its output', () => {
  const outputs: Record<MARKS, string> = {
    [MARKS.BOLD]: 'b',
    [MARKS.ITALIC]: 'i',
    [MARKS.UNDERLINE]: 'u',
    [MARKS.CODE]: 'code',
    [MARKS.SUPERSCRIPT]: 'sup',
    [MARKS.SUBSCRIPT]: 'sub',
    [MARKS.STRIKETHROUGH]: 's',
  };
  test.each(Object.entries(outputs))('%s', (mark, tag) => {
    expect(html(documentOf(paragraph(text('a '), text('<b>', mark))))).toBe(
      `<p>a <${tag}>&lt;b&gt;</${tag}></p>`,
    );
  });

  test('marks nest, each once, and unknown ones leave the text', () => {
    expect(
      html(documentOf(paragraph(text('x', 'bold', 'italic', 'bold', 'blink', 'toString')))),
    ).toBe('<p><i><b>x</b></i></p>');
  });
});

describe('headings', () => {
  test('have unique ids from nested text, none of which the page uses elsewhere', () => {
    const { body } = render(
      doc(
        h2('Why ', b('CRM'), ' fails'),
        h2('Why CRM fails'),
        h2('Why CRM fails 2'),
        h2('Contents'),
        h2('¿?'),
      ),
    );
    expect(body.headings.map(({ id }) => id)).toEqual([
      'why-crm-fails',
      'why-crm-fails-2',
      'why-crm-fails-2-2',
      'contents-2',
      'section',
    ]);
    expect(findViolations(body.html)).toEqual([]);
  });

  test('never skip a level below the page title; a skipped level is reported', () => {
    const { body, problems } = render(
      doc(h3('A'), h3('B'), h4('C'), h2('D'), h4('E'), h4('F'), h3('G')),
    );
    expect(body.headings.map(({ text, level }) => `${text}${level}`)).toEqual([
      'A2',
      'B2',
      'C3',
      'D2',
      'E3',
      'F3',
      'G3',
    ]);
    expect(problems).toEqual([
      "jumps to heading level 3 at 'A'",
      "jumps to heading level 4 at 'E'",
    ]);
  });

  test('level 1 counts as level 2, and an empty heading is dropped', () => {
    expect(html(doc(h1('A'), h2(' '), h3('B')))).toBe('<h2 id="a">A</h2><h3 id="b">B</h3>');
  });
});

describe('text', () => {
  test('is escaped, keeps soft line breaks, and loses control codes and broken characters', () => {
    expect(html(doc(p(`<script>"&'\n`, 'b\u0000\u0008c\ud800d')))).toBe(
      '<p>&lt;script&gt;&quot;&amp;&#39;<br/>bcd\ufffd</p>'.replace('cd\ufffd', 'c\ufffdd'),
    );
  });

  test('a paragraph that is all code is a block of code, with line breaks and spaces', () => {
    expect(html(doc(p(code('if (a < b)\n'), code('  run()'))))).toBe(
      '<pre><code>if (a &lt; b)\n  run()</code></pre>',
    );
    expect(html(doc(p('Run ', code('npm start'))))).toBe('<p>Run <code>npm start</code></p>');
  });

  test('adjacent paragraphs of code, and text between fences, become one block', () => {
    expect(html(doc(p(code('one')), p(code('two')), p('Text'), p(code('three'))))).toBe(
      '<pre><code>one\ntwo</code></pre><p>Text</p><pre><code>three</code></pre>',
    );
    expect(html(doc(p('```js'), p('if (a < b)'), p('  run()'), p('```'), p('After')))).toBe(
      '<pre><code>if (a &lt; b)\n  run()</code></pre><p>After</p>',
    );
    expect(html(doc(p('```\nrun()\n```')))).toBe('<pre><code>run()</code></pre>');
    expect(html(doc(p('``` is a fence that nobody closes'), p('Text')))).toBe(
      '<p>``` is a fence that nobody closes</p><p>Text</p>',
    );
  });

  test('a block with right-to-left letters gets its own direction', () => {
    expect(html(doc(p('\u05e9\u05dc\u05d5\u05dd and more'), p('Plain')))).toBe(
      '<p dir="auto">\u05e9\u05dc\u05d5\u05dd and more</p><p>Plain</p>',
    );
    expect(
      html(doc(ul('\u05e9\u05dc\u05d5\u05dd', 'Plain'), quote('\u05e9\u05dc\u05d5\u05dd'))),
    ).toBe(
      '<ul dir="rtl"><li dir="rtl">\u05e9\u05dc\u05d5\u05dd</li><li>Plain</li></ul><blockquote dir="rtl"><p dir="auto">\u05e9\u05dc\u05d5\u05dd</p></blockquote>',
    );
  });

  test('the address of a video alone becomes a link with a cover, and requests nothing from its host', () => {
    const video = html(doc(p('https://www.youtube.com/watch?v=abc')));
    expect(video).toContain('href="https://www.youtube.com/watch?v=abc" target="_blank"');
    expect(video).toContain('>Watch the video on YouTube<');
    expect(video).not.toMatch(/<(?:iframe|img|video)/);
    expect(html(doc(p(a('https://vimeo.com/12', 'How it went'))))).toContain('>How it went<');
    expect(html(doc(p('See https://youtu.be/abc')))).toBe('<p>See https://youtu.be/abc</p>');
  });

  test('empty paragraphs are left out', () => {
    expect(html(doc(p('One'), p(''), p('Two')))).toBe('<p>One</p><p>Two</p>');
  });
});

describe('links', () => {
  test.each([
    ['https://a.example', 'https://a.example'],
    [' HTTPS://a.example/ü ', 'HTTPS://a.example/ü'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+1212', 'tel:+1212'],
    ['/contact', '/contact'],
    ['#faq', '#faq'],
  ])('may lead to %j', (uri, expected) => {
    expect(parseHref(uri)).toBe(expected);
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://https://a.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https:\\\\evil.example',
    'https:evil.example',
    'https://user:pass@a.example',
    'https://',
    'http://[',
    'example.com',
    '',
    null,
    7,
    { toString: () => 'https://a.example' },
  ])('may not lead to %j', (uri) => {
    expect(parseHref(uri)).toBeNull();
    const { body, problems } = render(
      documentOf(paragraph(node('hyperlink', [text('label')], { uri }))),
    );
    expect(body.html).toBe('<p>label</p>');
    expect(problems).toEqual(['has a link whose address is not allowed; its text stays']);
  });

  test('within the article open in the same tab, and a missing heading is reported', () => {
    const { body, problems } = render(
      doc(p(a('#part-two', 'two'), a('#gone', 'gone')), h2('Part two')),
    );
    expect(body.html).toBe(
      '<p><a href="#part-two">two</a><a href="#gone">gone</a></p><h2 id="part-two">Part two</h2>',
    );
    expect(problems).toEqual(['links to #gone, which no heading of it has']);
  });

  test('within links keep their text only, and disappear without text', () => {
    expect(html(doc(p('x', a('https://a.example', 'in ', a('https://b.example', 'side')))))).toBe(
      `<p>x${external('https://a.example', 'in side')}</p>`,
    );
    expect(html(doc(p('x', a('https://a.example', ' '))))).toBe('<p>x </p>');
  });

  test('to unpublished entries keep their text, and the report names the id', () => {
    const { body, problems } = render(
      doc(
        p('See ', entryLink('draft', 'this')),
        p('Or ', assetLink('lost', 'that')),
        entry('draft'),
        asset('lost'),
      ),
    );
    expect(body.html).toBe('<p>See this</p><p>Or that</p>');
    expect(problems).toEqual([
      'links to entry draft, which is not published or has no page',
      'links to asset lost, which is not published or has no file',
      'embeds entry draft, which is not published or has no page',
      'embeds asset lost, which is not published or has no file',
    ]);
  });
});

describe('assets', () => {
  test('an image whose description is its alt text has no caption', () => {
    expect(html(doc(asset('plain')))).toBe(`<figure class="figure">${image}</figure>`);
  });

  test('a file is a download with its type and size', () => {
    expect(html(doc(asset('checklist')))).toBe(
      '<p class="download"><a href="/media/abc.pdf">Audit &lt;checklist&gt;</a> <span>(PDF, 1.2 MB)</span></p>',
    );
  });

  test('are listed before rendering, at any place in the document', () => {
    const document = documentOf(
      node('blockquote', [p(assetLink('checklist', 'x'))]),
      ul(li(asset('chart'))),
      asset('chart'),
    );
    expect(parseRichText(document).assetIds).toEqual(['checklist', 'chart']);
  });
});

describe('an empty body', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'text'],
    ['an empty document', documentOf()],
    ['an empty paragraph', doc(p(''))],
    ['white space', doc(p(' \n '), h2(' '))],
    ['a rule', doc(hr())],
    ['an asset that is not published', doc(asset('lost'))],
  ])('is %s', (_, document) => {
    expect(render(document).body).toEqual({ html: '', headings: [] });
  });
});

describe('content that the format does not allow', () => {
  test.each<[string, unknown, string]>([
    ['an unknown block', node('callout', [paragraph(text('One'))]), '<p>One</p>'],
    ['an unknown inline', paragraph(text('a '), node('emoji', [text('b')])), '<p>a b</p>'],
    ['constructor as a type', node('constructor', [paragraph(text('One'))]), '<p>One</p>'],
    ['__proto__ as a type', node('__proto__', [paragraph(text('One'))]), '<p>One</p>'],
    ['a type that is no text', node({ a: 1 }, [paragraph(text('One'))]), '<p>One</p>'],
    ['text between blocks', text('One'), '<p>One</p>'],
    ['a loose list item', node('list-item', [paragraph(text('One'))]), '<p>One</p>'],
    ['a loose cell', node('table-cell', [paragraph(text('One'))]), '<p>One</p>'],
    [
      'a paragraph in a list',
      node('unordered-list', [paragraph(text('One'))]),
      '<ul><li>One</li></ul>',
    ],
    [
      'text in an item',
      node('unordered-list', [node('list-item', [text('a '), text('b', 'bold')])]),
      '<ul><li>a <b>b</b></li></ul>',
    ],
    ['an empty list', [node('unordered-list'), paragraph(text('One'))], '<p>One</p>'],
    [
      'a block in a paragraph',
      paragraph(text('a '), node('blockquote', [paragraph(text('b'))])),
      '<p>a b</p>',
    ],
    [
      'a cell without a row',
      node('table', [cell('table-cell', '1')]),
      tableOf('<tr><td>1</td></tr>'),
    ],
    ['a value that is no text', paragraph(text('a'), text(7), text(null)), '<p>a</p>'],
    ['missing marks', paragraph({ nodeType: 'text', value: 'a' }), '<p>a</p>'],
    [
      'marks that are none',
      paragraph({ nodeType: 'text', value: 'a', marks: [null, 1, { type: {} }] }),
      '<p>a</p>',
    ],
    ['nodes that are none', [null, 1, 'x', [], paragraph(text('a'), null, undefined)], '<p>a</p>'],
  ])('%s keeps its text and breaks nothing', (_, content, expected) => {
    const output = html(node('document', [content].flat()));
    expect(output).toBe(expected);
    expect(findViolations(output)).toEqual([]);
  });

  test('inherited properties of a node are ignored', () => {
    const inherited = Object.create({ nodeType: 'paragraph', content: [text('hidden')] }) as object;
    expect(html(documentOf(inherited))).toBe('');
  });

  test('too deep nesting is reported', () => {
    let deep: unknown = paragraph(text('deep'));
    for (let depth = 0; depth < 20_000; depth++) deep = node('blockquote', [deep]);
    const { body, problems } = render(documentOf(paragraph(text('top')), deep));
    expect(body.html).toBe('<p>top</p>');
    expect(problems).toEqual(['is too long or nested too deep; the rest of it is left out']);
  });

  test('too many nodes are reported', () => {
    const { problems } = render(documentOf(...Array.from({ length: 60_000 }, () => paragraph())));
    expect(problems).toEqual(['is too long or nested too deep; the rest of it is left out']);
  });

  test('two tables have different names', () => {
    const names = parseHtml(html(doc(table(['A'], ['1']), table(['B'], ['2']))))
      .map((element) => getAttribute(element, 'aria-label'))
      .filter(Boolean);
    expect(names).toEqual(['Table', 'Table 2']);
  });
});

describe('flattened text', () => {
  test.each([
    ['plain', 'plain'],
    [' two\n lines ', 'two lines'],
    [doc(p('Rich ', b('te'), i('xt')), p('and more')), 'Rich text and more'],
    [doc(ul('one', 'two'), quote('three')), 'one two three'],
    [7, ''],
    [null, ''],
    [undefined, ''],
    [{}, ''],
    [['x'], ''],
  ])('of %j is %j', (value, expected) => {
    expect(flattenText(value)).toBe(expected);
  });
});

describe('any document', () => {
  const nodeTypes = [
    ...Object.values(BLOCKS),
    ...Object.values(INLINES),
    'text',
    'callout',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
  ];
  const uris = [
    'https://a.example/x?y="z"',
    'javascript:alert(1)',
    'java\u0000script:alert(1)',
    'JAVASCRIPT:x',
    ' data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '/ok" onmouseover="x',
    '#a"><script>',
    'mailto:a@b.example?subject="x',
    'https://x"><img src=x onerror=y>',
  ];
  const strings = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '</code></pre><img src=x onerror=alert(1)>',
      '<!--',
      ']]>',
      '&lt;b&gt;',
      '\u2028',
      'Intro',
      'intro',
      ' ',
      '',
    ),
  );
  const junk = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constant(null), fc.constant([]));
  const data = fc.oneof(
    fc.record({ uri: fc.oneof(fc.constantFrom(...uris), strings) }),
    fc
      .constantFrom('chart', 'plain', 'checklist', 'post', 'guide', 'lost', '__proto__')
      .map(target),
    junk,
  );
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.record({
      nodeType: fc.constant('text'),
      value: fc.oneof({ weight: 9, arbitrary: strings }, { weight: 1, arbitrary: junk }),
      marks: fc.array(
        fc.oneof(
          fc.record({
            type: fc.constantFrom(...Object.values(MARKS), 'toString', '__proto__', 'blink'),
          }),
          junk,
        ),
        { maxLength: 3 },
      ),
      data: fc.constant({}),
    }),
    tree: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      tie('leaf'),
      junk,
      fc.record({
        nodeType: fc.constantFrom(...nodeTypes),
        data,
        content: fc.oneof(
          { weight: 9, arbitrary: fc.array(tie('tree'), { maxLength: 5 }) },
          { weight: 1, arbitrary: junk },
        ),
      }),
    ),
  }));

  test('renders to allowed elements, attributes and schemes only', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), (content) => {
        const { body } = render({ nodeType: 'document', data: {}, content });
        expect(findViolations(body.html)).toEqual([]);
        const levels = body.headings.map(({ level }) => level);
        levels.forEach((level, index) =>
          expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 1) + 1),
        );
      }),
      { numRuns: scaled(3000, 50_000), seed: 20_261_122 },
    );
  }, 600_000);
});
