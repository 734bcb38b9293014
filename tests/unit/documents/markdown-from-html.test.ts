import { load } from 'cheerio';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/documents/markdown/from-html.ts';

/** Renders Markdown as HTML, as a reader would; unescaped tags in the text would become elements. */
const read = (markdown: string) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfmTable(), gfmStrikethrough()],
    htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml()],
  });

const fold = (text: string) => text.replace(/[ \t\r\n]+/g, ' ').trim();

/** Lists the words of a document in order, and the targets of its links. Block elements separate words. */
function listWords(html: string) {
  const $ = load(html, null, false);
  $('.visually-hidden, source').remove();
  $('img').each((_, image) => {
    $(image).replaceWith(` ${$(image).attr('alt') ?? ''} `);
  });
  $('p, li, td, th, pre, h2, h3, h4, br, figcaption').before(' ').after(' ');
  return {
    text: fold($.root().text()),
    links: $('a')
      .map((_, link) => decodeURI(new URL($(link).attr('href') ?? '', 'https://a.example').href))
      .get(),
  };
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

describe('each element of our rendering', () => {
  test.for([
    ['<h2 id="a">Title</h2><p>Text</p>', '## Title\n\nText'],
    ['<p>One<br>two</p>', 'One\\\ntwo'],
    ['<p><b>Bold</b>, <i>italic</i>, <s>gone</s></p>', '**Bold**, *italic*, ~~gone~~'],
    ['<p><b>Bold </b>text and <b>more</b><b><i>er</i></b></p>', '**Bold** text and **more*er***'],
    ['<p><u>under</u> x<sup>2</sup></p>', 'under x<sup>2</sup>'],
    ['<p>Say <code>a`b</code></p>', 'Say ``a`b``'],
    ['<pre><code>a &lt; b\n```</code></pre>', '````\na < b\n```\n````'],
    ['<ul><li>One<ul><li>Two</li></ul></li></ul>', '- One\n\n  - Two'],
    ['<ol><li>One</li><li><p>Two</p><p>More</p></li></ol>', '1. One\n2. Two\n\n   More'],
    ['<blockquote><p>One</p><p>Two</p></blockquote>', '> One\n>\n> Two'],
    ['<p>One</p><hr><p>Two</p>', 'One\n\n***\n\nTwo'],
    [
      '<div class="table-scroll"><table><tr><th scope="col">A|B</th><td></td></tr><tr><td>1</td><td>2</td></tr></table></div>',
      '| A\\|B |  |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      '<figure class="figure"><picture><source type="image/avif" srcset="/a.avif 1w"><img src="/a.png" alt="A [line]"></picture><figcaption>Up</figcaption></figure>',
      '![A \\[line\\]](/a.png)\n\nUp',
    ],
    [
      '<aside class="entry-card"><a href="/blog/a">A</a><p>Text</p></aside>',
      '> [A](/blog/a)\n>\n> Text',
    ],
    [
      '<p><a class="external" href="https://a.example/(b)">A<span class="visually-hidden"> (opens in a new tab)</span></a></p>',
      '[A](https://a.example/%28b%29)',
    ],
    ['', ''],
  ])('%s', ([html, markdown]) => {
    expect(renderMarkdown(html ?? '')).toBe(markdown);
  });
});

describe('a text that looks like Markdown or HTML stays a text', () => {
  test.for([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '&lt;b&gt; &amp; &copy; &#60;',
    '# No heading',
    '- no item',
    '+ no item',
    '* no item',
    '1. no item',
    '2) no item',
    '> no quote',
    '---',
    '===',
    '***',
    '```',
    '~~~',
    '    no code',
    '| no | table |',
    '*no* **emphasis** _here_ __or__ ~~here~~ snake_case',
    '[no](https://link.example) ![no](image.png)',
    '[no]: https://definition.example',
    '[^1]: no footnote',
    '[ ] no task',
    'Ends with a backslash \\',
    'Ends with an escape \\*',
    'C#',
    'Wow!',
  ])('%s', (text) => {
    for (const html of [
      `<p>${escape(text)}</p>`,
      `<p>Before<br>${escape(text)}<br>after</p>`,
      `<h2>${escape(text)}</h2>`,
      `<ul><li>${escape(text)}</li></ul>`,
      `<blockquote><p>${escape(text)}</p></blockquote>`,
      `<p><b>${escape(text)}</b> and <a href="/a">${escape(text)}</a></p>`,
      `<table><tr><th>A</th></tr><tr><td>${escape(text)}</td></tr></table>`,
    ]) {
      const output = read(renderMarkdown(html));
      expect(listWords(output).text).toBe(listWords(html).text);
      const known = 'p,br,h2,ul,li,blockquote,strong,a,table,thead,tbody,tr,th,td';
      expect(load(output, null, false)(`*:not(${known})`).length, output).toBe(0);
    }
  });

  test('text in code stays unescaped', () => {
    for (const text of ['<b> & \\* `x` ``', '```\n~~~\n| a |', '[a](b)']) {
      const $ = load(read(renderMarkdown(`<pre><code>${escape(text)}</code></pre>`)), null, false);
      expect($('pre code').text()).toBe(`${text}\n`);
    }
  });
});

describe('random words with random marks', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'growth',
      'a_b',
      '*',
      '_',
      '**',
      '`',
      '[',
      ']',
      '(x)',
      '<b>',
      '&amp;',
      '!',
      '#',
      '1.',
      '-',
      '|',
      '~',
      '\\',
      '“yes”',
      'é',
      '日本',
      '🚀',
      '.',
      ' ',
      '  ',
      '\n',
      '=',
      ':',
      '>',
      '---',
    ),
    fc.string({ maxLength: 4 }).map((text) => text.replace(/[\u0000-\u001f\u007f]/g, '')),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(''));
  const { line } = fc.letrec<{ line: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      text.map(escape),
      fc
        .tuple(fc.constantFrom('b', 'i', 's', 'u', 'sup'), tie('line'))
        .map(([name, inner]) => `<${name}>${inner}</${name}>`),
      text.map((inner) => `<code>${escape(inner)}</code>`),
      tie('line').map(
        (inner) =>
          `<a href="https://a.example/${encodeURI('(ü)')}">${inner.replace(/<\/?a[^>]*>/g, '')}</a>`,
      ),
      fc.constant('<br>'),
    ),
    line: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  }));
  const block = fc.oneof(
    line.map((inner) => `<p>${inner}</p>`),
    line.map((inner) => `<h3>${inner}</h3>`),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    fc
      .array(line, { minLength: 2, maxLength: 2 })
      .map(
        (cells) =>
          `<table><tr><th>A</th><th>B</th></tr><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`,
      ),
    line.map((inner) => `<blockquote><p>${inner}</p></blockquote>`),
    text.map((inner) => `<pre><code>${escape(inner)}</code></pre>`),
  );

  test('a parser reads the same words from the Markdown, and no element', () => {
    const known = new Set([
      'p',
      'br',
      'h3',
      'ul',
      'li',
      'blockquote',
      'pre',
      'code',
      'strong',
      'em',
      'del',
      'sup',
      'a',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ]);
    const letters = (value: string) => value.replace(/[\s*~]|\\+(?=\|)/g, '');
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
        const html = blocks.join('');
        const output = read(renderMarkdown(html));
        expect(letters(listWords(output).text)).toBe(letters(listWords(html).text));
        for (const tag of output.matchAll(/<(\w+)/g)) expect(known, output).toContain(tag[1]);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

test('the time grows in proportion to the pieces of a paragraph', () => {
  const html = `<p>${'<b>a</b>“b”<br>'.repeat(20_000)}</p>`;
  expect(renderMarkdown(html).length).toBeGreaterThan(100_000);
});
