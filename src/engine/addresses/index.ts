/** The door of this room: the addresses that were live once, on both hosts. */
export {
  type AddressBook,
  emptyBook,
  type FindPast,
  formatBook,
  listAnswers,
  listLastPaths,
  parseBook,
  updateBook,
} from './address-book.ts';
export {
  createPastAddresses,
  isListAddress,
  readAddresses,
  readLastPaths,
  rememberAddresses,
} from './past-addresses.ts';
