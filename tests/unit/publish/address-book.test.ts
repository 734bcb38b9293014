/** The answers for addresses that were live. */
import { describe, expect, test } from 'vitest';
import {
  addAlias,
  createPastAddresses,
  dropOldest,
  emptyBook,
  forget,
  formatBook,
  listHomes,
  mostPastAddresses,
  noteGone,
  parseBook,
  rememberLive,
  type AddressBook,
} from '../../../src/engine/publish/addresses/address-book.ts';

const now = new Date('2026-11-22T10:00:00Z');
type Live = Record<string, string>;

/** Creates the book after a series of releases. */
const publish = (releases: readonly Live[], book: AddressBook = emptyBook, at = now) =>
  releases.reduce((before, live) => rememberLive(before, new Map(Object.entries(live)), at), book);

const find = (book: AddressBook, live: Live, path: string) =>
  createPastAddresses(book)(path, (address) => address in live);

describe('an address that was live', () => {
  test('leads to the current address of its entry, after several renames and back', () => {
    const releases = ['/blog/a', '/blog/b', '/blog/c', '/blog/a', '/blog/d'].map((path) => ({
      [path]: 'one',
    }));
    const book = publish(releases);
    for (const path of ['/blog/a', '/blog/b', '/blog/c'])
      expect(find(book, { '/blog/d': 'one' }, path)).toEqual({ status: 301, to: '/blog/d' });
    const back = publish([{ '/blog/b': 'one' }], book);
    expect(find(back, { '/blog/b': 'one' }, '/blog/d')).toEqual({ status: 301, to: '/blog/b' });
  });

  test('is gone with its entry, and leads on when the entry returns under another slug', () => {
    const book = publish([{ '/blog/a': 'one' }, {}]);
    expect(find(book, {}, '/blog/a')).toEqual({ status: 410 });
    const back = publish([{ '/blog/b': 'one' }], book);
    expect(find(back, { '/blog/b': 'one' }, '/blog/a')).toEqual({ status: 301, to: '/blog/b' });
  });

  test('belongs to another entry that took it, even when that entry is gone', () => {
    const book = publish([
      { '/blog/a': 'one' },
      { '/blog/a': 'two', '/blog/b': 'one' },
      { '/blog/a': 'two' },
    ]);
    expect(find(book, { '/blog/a': 'two' }, '/blog/b')).toEqual({ status: 410 });
    expect(find(book, { '/blog/b': 'one' }, '/blog/a')).toEqual({ status: 410 });
  });

  test('has no answer when it was never live', () => {
    expect(find(publish([{ '/blog/a': 'one' }]), {}, '/blog/b')).toBeNull();
  });
});

describe('the book', () => {
  test('does not change with a release without new addresses', () => {
    const book = publish([{ '/blog/a': 'one' }]);
    expect(publish([{ '/blog/a': 'one' }], book)).toBe(book);
    expect(publish([{}], book)).toBe(book);
  });

  test('keeps the order of renames when the clock is set back', () => {
    const book = publish([{ '/blog/a': 'one' }]);
    const later = publish([{ '/blog/b': 'one' }], book, new Date('2020-01-01'));
    expect(find(later, { '/blog/b': 'one' }, '/blog/a')).toEqual({ status: 301, to: '/blog/b' });
  });

  test('is read from its file for its own space and environment only', () => {
    const account = { spaceId: 'space', environment: 'master' };
    const book = publish([{ '/blog/a': 'one' }, { '/blog/b': 'one' }]);
    const text = formatBook(book, account);
    expect(parseBook(text, account)).toEqual(book);
    expect(parseBook(text, { ...account, environment: 'test' })).toBeNull();
    expect(parseBook(text.slice(0, -9), account)).toBeNull();
  });

  test('drops the oldest past addresses over the limit, and no live one', () => {
    const past = Array.from({ length: mostPastAddresses + 2 }, (_, index) => `/blog/${index}`);
    const book = publish([
      { '/blog/live': 'live' },
      Object.fromEntries(past.map((path) => [path, path])),
      { '/blog/0': 'another' },
    ]);
    const { book: bounded, dropped } = dropOldest(book, (path) => path === '/blog/live');
    expect(dropped).toBe(2);
    const kept = ['live', '0', '1', '2', '3'].filter((slug) => bounded.has(`/blog/${slug}`));
    expect(kept).toEqual(['live', '0', '3']);
  });

  test('knows since when an address is gone, until its page is back', () => {
    const book = publish([{ '/blog/a': 'one', '/blog/b': 'two' }]);
    const gone = noteGone(book, (path) => path === '/blog/b', now);
    expect([...listHomes(gone).keys()]).toEqual(['/blog/b']);
    expect(noteGone(gone, (path) => path === '/blog/b', now)).toBe(gone);
    expect(listHomes(publish([{ '/blog/a': 'one' }], gone)).size).toBe(2);
  });

  test('can be corrected by hand without moving an entry', () => {
    const live = { '/blog/a': 'one' };
    const book = publish([live]);
    const mended = addAlias(book, '/blog/typo', '/blog/a', now);
    expect(mended && find(mended, live, '/blog/typo')).toEqual({ status: 301, to: '/blog/a' });
    expect(mended && publish([live], mended)).toBe(mended);
    expect(addAlias(book, '/blog/typo', '/blog/nowhere', now)).toBeNull();
    expect(find(forget(book, '/blog/a', now), {}, '/blog/a')).toBeNull();
  });
});
