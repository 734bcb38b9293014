/** What search finds, and what it shows of it, in pages of its own. */
import { expect, test } from 'vitest';
import { createSearch } from '#islands/search-index.ts';

const page = (path: string, changes: Partial<Parameters<typeof createSearch>[0][number]>) => ({
  path,
  title: path,
  type: 'Article',
  words: '',
  summary: '',
  headings: '',
  text: '',
  ...changes,
});

const search = createSearch([
  page('/prices', {
    title: 'Pricing',
    words: 'rates, how much do you charge',
    summary: 'What it costs.',
    text: 'An audit costs from $3,000.\nAn hour costs $200.',
  }),
  page('/about', {
    title: 'About',
    words: 'history, team, partners, offices, clients, what we sell, organization',
  }),
  page('/team', { title: 'The tool that your team fills in' }),
  page('/part', { title: 'Part' }),
  page('/hire', { title: 'Hire' }),
  page('/hire/managers', { title: 'Before you hire managers and secretaries' }),
  page('/bare', { title: 'Bare', text: '\nNo summary is written.' }),
  page('/stock', { title: 'Stock', summary: 'Count your stock & order before May.' }),
  page('/growth', {
    title: 'Why growth stalled',
    summary: 'A plateau has a cause.',
    headings: 'Zoë of Łódź',
    text: 'At $10,000 ARR most of them slow down.\nAsk what stalled the growth of last year.',
  }),
  page('/shops', {
    title: 'Automation for e-commerce',
    words: 'workflows',
    summary: 'Orders by themselves.',
    text: 'A warehouse sees it first.',
  }),
]);
const find = (question: string) => search(question).results.map(({ path }) => path);
const getExcerpt = (question: string) =>
  search(question)
    .results[0]?.excerpt.map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

test.each([
  ['by a form of a word', 'automate', '/shops'],
  ['by a plural', 'workflow', '/shops'],
  ['by another form of a verb', 'sold', '/about'],
  ['by its British spelling', 'organised', '/about'],
  ['by its beginning', 'autom', '/shops'],
  ['by a word of two', 'ecommerce', '/shops'],
  ['by two words of one', 'e commerce', '/shops'],
  ['by two words that are one', 'work flows', '/shops'],
  ['by a price as it is written', '$3,000', '/prices'],
  ['by a price as it is typed', '3000', '/prices'],
  ['by what people call it, in words that say nothing', 'how much do you charge?', '/prices'],
  ['by a word without its accents', 'zoe', '/growth'],
  ['by a word without its foreign letters', 'lodz', '/growth'],
  ['by a word that means the same', 'shopify', '/shops'],
  ['by two words that mean the same', 'black friday', '/shops'],
  ['by a slip in a word that means the same', 'woocomerce', '/shops'],
  ['by a slip in a word that a page writes as two', 'ecomerce', '/shops'],
  ['without a letter', 'atomation', '/shops'],
  ['with a letter too many', 'growtth', '/growth'],
  ['with another letter', 'growtg', '/growth'],
  ['with two letters exchanged', 'growht', '/growth'],
  ['with two letters of a short word exchanged', 'stokc', '/stock'],
  ['with a slip beside its neighbour', 'hire mangers', '/hire/managers'],
  ['while the last word is typed', 'hire secr', '/hire/managers'],
  ['by its name before others that have the word', 'team', '/about'],
])('a page is found %s', (_, question, path) => {
  expect(find(question)[0]).toBe(path);
});

test('a word that a page has is not the beginning of another', () => {
  expect(find('part')).toEqual(['/part']);
  expect(find('partn')).toEqual(['/about']);
});

test('a word of the question tells more than one that means the same, unless no page has it', () => {
  const agenda = page('/agenda', { title: 'Agenda' });
  const form = page('/form', { summary: 'A template.' });
  const other = page('/other', {});
  expect(createSearch([agenda, form, other])('template').results[0]?.path).toBe('/form');
  const agendas = page('/agendas', { summary: 'One agenda and another agenda.' });
  const time = page('/time', { summary: 'An hour.' });
  expect(createSearch([time, agendas])('hour template').results[0]?.path).toBe('/agendas');
});

test('nothing is shown for one common word of a question about something else', () => {
  expect(search('tax of a warehouse')).toMatchObject({ instead: '', total: 0 });
  expect(search('warehouse')).toMatchObject({ total: 1 });
  // Half of what is asked is an answer, and so is a title with a word of it.
  expect(find('tax of a warehouse with workflows')).toEqual(['/shops']);
  expect(find('tax on automation')).toEqual(['/shops']);
});

test('an unknown word becomes another unless the other words are enough', () => {
  expect(find('stuck at 2m arr')).toEqual(['/growth']);
  expect(find('stuck')).toEqual(['/growth']);
  expect(search('stick arr')).toMatchObject({ instead: 'stock arr' });
  expect(search('stick growth arr')).toMatchObject({ instead: '' });
  expect(search('stick')).toMatchObject({ instead: 'stock', total: 1 });
  // Of a short word two other letters are another word: 'orders' was not meant.
  expect(search('ordeal')).toMatchObject({ instead: '', total: 0 });
  expect(search('atuck')).toMatchObject({ instead: '', total: 0 });
  expect(search('stock')).toMatchObject({ instead: '', isPartial: false });
  expect(search('stick growth arr')).toMatchObject({ isPartial: true });
  expect(search('black friday')).toMatchObject({ instead: '', isPartial: false });
  expect(search('zqzqzq')).toMatchObject({ instead: '', total: 0, results: [] });
});

test('a result shows the sentence with the words of the question, or else the summary, and marks them', () => {
  expect(getExcerpt('what does an audit cost')).toBe('An [audit] [costs] from $3,000.');
  expect(getExcerpt('3000')).toBe('An audit costs from $[3,000].');
  expect(getExcerpt('stalled growth')).toBe('Ask what [stalled] the [growth] of last year.');
  expect(getExcerpt('lodz')).toBe('A plateau has a cause.');
  expect(getExcerpt('bare')).toBe('No summary is written.');
  expect(getExcerpt('stock')).toBe('Count your [stock] & order before May.');
});
