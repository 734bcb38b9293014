/** The door of this room: the addresses that were live once, on both hosts. */
export {
  addAddresses,
  type AddressBook,
  emptyBook,
  formatBook,
  listLastPaths,
  parseBook,
} from './address-book.ts';
export {
  createPastAddresses,
  type FindEntry,
  type FindPast,
  findPast,
  isListAddress,
  openAddressBook,
  readAddresses,
} from './past-addresses.ts';
