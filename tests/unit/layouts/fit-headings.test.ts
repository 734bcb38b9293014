import { expect, test } from 'vitest';
import { fitHeadings } from '../../../src/layouts/fit-headings.ts';

const fit = (main: string, isHome = false) => fitHeadings(main, isHome);

test('a heading with a long word is sized by the letters of the word', () => {
  const { html, styles } = fit('<h2 id="a">Our Forretningsutvikling</h2><p>Text</p>');
  expect(html).toBe(
    '<h2 id="a" data-letters="20"><span>Our Forretningsutvikling</span></h2><p>Text</p>',
  );
  expect(styles).toContain('[data-letters="20"]>span{font-size:min(1em,8cqi)}');
});

test.each([
  ['short words', '<h1>Get the growth</h1><h2>Who We Are</h2>'],
  ['a long word outside of headings', '<p>Forretningsutvikling</p>'],
  ['soft hyphens', '<h2>Forretnings&shy;utvikling, Forretnings\u00adutvikling</h2>'],
  ['a hyphen', '<h2>Forretnings-utvikling</h2>'],
  ['entities and elements', '<h2>Won&#39;t <span class="joined">e-commerce</span> &amp; more</h2>'],
])('a page with %s stays as it is', (_, main) => {
  expect(fit(main)).toEqual({ html: main, styles: '' });
});

test('the title of the home page is the largest, so fewer letters fit', () => {
  const title = '<h1>Real improvements</h1>';
  expect(fit(title).html).toBe(title);
  expect(fit(title, true).html).toContain('data-letters="12"');
});
