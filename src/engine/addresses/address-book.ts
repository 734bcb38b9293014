/** The address book: each path below a list that was ever live, with the id of its entry. */

/** Path → id. A page of tags or of an archive is named by its own path. */
export type Addresses = ReadonlyMap<string, string>;

/** Creates a book from addresses in the order in which they became live. */
export function createAddressBook(addresses: Iterable<readonly [path: string, id: string]> = []) {
  const ids = new Map<string, string>();
  const lastPaths = new Map<string, string>();

  const setAddress = (path: string, id: string) => {
    const before = ids.get(path);
    if (before !== undefined && lastPaths.get(before) === path) lastPaths.delete(before);
    // A map keeps the place of a key that it has.
    ids.delete(path);
    ids.set(path, id);
    lastPaths.set(id, path);
  };
  for (const [path, id] of addresses) setAddress(path, id);

  return {
    /** A path belongs to the entry that had the path last. What became live last is last. */
    ids: ids as Addresses,
    /** Id → the path at which the entry was last seen, with a page or without. */
    lastPaths: lastPaths as ReadonlyMap<string, string>,
    /** Adds addresses that are live now. @returns those that the book lacked as the last ones of their entries */
    add(live: Addresses): Addresses {
      const news = [...live].filter(
        ([path, id]) => ids.get(path) !== id || lastPaths.get(id) !== path,
      );
      for (const [path, id] of news) setAddress(path, id);
      return new Map(news);
    },
  };
}

export type AddressBook = ReturnType<typeof createAddressBook>;
