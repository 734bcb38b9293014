/** The answers for addresses that were live. */
import { expect, test } from 'vitest';
import {
  createFindPast,
  emptyBook,
  mostPastAddresses,
  parseBook,
  updateBook,
  type AddressBook,
} from '#engine/addresses/address-book.ts';

type Live = Record<string, string>;
const waiting = new Set<string>();
const toAddresses = (live: Live) => ({ live: new Map(Object.entries(live)), waiting });

/** Creates the book after a series of pulls. */
const publish = (pulls: readonly Live[], book: AddressBook = emptyBook) =>
  pulls.reduce((before, live) => updateBook(before, toAddresses(live)).book, book);

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

test('no address of an entry that waits for its day is gone', () => {
  const waits = { live: new Map<string, string>(), waiting: new Set(['one']) };
  const { book } = updateBook(publish([a, b]), waits);
  for (const path of ['/blog/a', '/blog/b']) expect(find(book, path)).toBeNull();
  expect(find(publish([{}], book), '/blog/b')).toEqual({ status: 410 });
  expect(find(publish([b], book), '/blog/a')).toEqual({ status: 301, to: '/blog/b' });
});

test('a book is the same after a pull without other addresses', () => {
  const book = publish([a, b]);
  expect(publish([b], book)).toBe(book);
});

test('a book drops the oldest past addresses over the limit, and no live one', () => {
  const past = Array.from({ length: mostPastAddresses + 2 }, (_, index) => `/blog/${index}`);
  const live = { '/blog/live': 'live' };
  const book = publish([{ ...live, ...Object.fromEntries(past.map((path) => [path, path])) }]);
  const { book: bounded, dropped } = updateBook(book, toAddresses(live));
  expect(dropped).toBe(2);
  const kept = ['live', '/blog/0', '/blog/1', '/blog/2'].filter((id) => bounded.has(id));
  expect(kept).toEqual(['live', '/blog/2']);
});

test('a book of the first version is carried over, with what was added and forgotten by hand', () => {
  const at = '2026-11-22T10:00:00Z';
  const addresses = [
    { path: '/blog/now', owner: 'one', at },
    { path: '/blog/old', owner: 'one', at, gone: at },
    { path: '/blog/typo', owner: 'one', at, isAlias: true },
    { path: '/blog/left', owner: 'two', at, gone: at },
    { path: '/blog/forgotten', owner: null, at },
  ];
  const text = JSON.stringify({ version: 1, account: 'space/master', addresses });
  const book = parseBook(text, { spaceId: 'space', environment: 'master' });
  if (!book) throw new Error('The book cannot be read.');
  for (const path of ['/blog/old', '/blog/typo'])
    expect(find(book, path)).toEqual({ status: 301, to: '/blog/now' });
  expect(find(book, '/blog/left')).toEqual({ status: 410 });
  expect(find(book, '/blog/forgotten')).toBeNull();
  expect(publish([{ '/blog/now': 'one' }], book)).toBe(book);
  expect(parseBook(text, { spaceId: 'other', environment: 'master' })).toBeNull();
});
