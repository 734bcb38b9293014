/** The answers for addresses that were live. */
import { expect, test } from 'vitest';
import {
  createFindPast,
  emptyBook,
  mostPastAddresses,
  updateBook,
  type AddressBook,
} from '#engine/addresses/address-book.ts';

const now = new Date('2026-11-22T10:00:00Z');
type Live = Record<string, string>;

/** Creates the book after a series of pulls. */
const publish = (pulls: readonly Live[], book: AddressBook = emptyBook, at = now) =>
  pulls.reduce((before, live) => updateBook(before, new Map(Object.entries(live)), at).book, book);

const find = (book: AddressBook, path: string) => createFindPast(book)(path);

const [a, b] = [{ '/blog/a': 'one' }, { '/blog/b': 'one' }];
const taken = { '/blog/a': 'two' };
const renames = ['a', 'b', 'c', 'a', 'd'].map((slug) => ({ [`/blog/${slug}`]: 'one' }));

test.each<[rule: string, pulls: Live[], path: string, leadsTo: string | null]>([
  ['leads on after several renames', renames, '/blog/b', '/blog/d'],
  ['leads back', [...renames, b], '/blog/d', '/blog/b'],
  ['is gone with its entry', [a, {}], '/blog/a', null],
  ['leads on when the entry returns under another slug', [a, {}, b], '/blog/a', '/blog/b'],
  ['belongs to an entry that took it', [a, { ...taken, ...b }, taken], '/blog/b', null],
  ['is gone with the entry that took it', [a, { ...taken, ...b }, b], '/blog/a', null],
])('an address that was live %s', (_, pulls, path, leadsTo) => {
  const answer = leadsTo === null ? { status: 410 } : { status: 301, to: leadsTo };
  expect(find(publish(pulls), path)).toEqual(answer);
  expect(find(publish(pulls), '/blog/never')).toBeNull();
});

test('a book is the same after a pull without other addresses, and keeps the order when the clock is set back', () => {
  const book = publish([a]);
  expect(publish([a], book)).toBe(book);
  const later = publish([b], book, new Date('2020-01-01'));
  expect(find(later, '/blog/a')).toEqual({ status: 301, to: '/blog/b' });
});

test('a book drops the oldest past addresses over the limit, and no live one', () => {
  const past = Array.from({ length: mostPastAddresses + 2 }, (_, index) => `/blog/${index}`);
  const live = { '/blog/live': 'live' };
  const book = publish([{ ...live, ...Object.fromEntries(past.map((path) => [path, path])) }]);
  const { book: bounded, dropped } = updateBook(book, new Map(Object.entries(live)), now);
  expect(dropped).toBe(2);
  const kept = ['live', '0', '1', '2', '3'].filter((slug) => bounded.has(`/blog/${slug}`));
  expect(kept).toEqual(['live', '2', '3']);
});
