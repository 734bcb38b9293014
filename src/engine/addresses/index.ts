/** The door of this room: the addresses that were live once, on both hosts. */
export {
  type AddressBook,
  createFindPast,
  emptyBook,
  type FindPast,
  formatBook,
  listLastPaths,
  type LiveAddresses,
  parseBook,
  updateBook,
} from './address-book.ts';
export {
  createPastAddresses,
  isListAddress,
  listLiveAddresses,
  readLastPaths,
  rememberAddresses,
} from './past-addresses.ts';
