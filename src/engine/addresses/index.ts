/** The door of this room: the addresses that were live once, on both hosts. */
export {
  addAlias,
  type AddressBook,
  createFindPast,
  emptyBook,
  type FindPast,
  forget,
  formatBook,
  listHomes,
  listLastPaths,
  type LiveAddresses,
  parseBook,
  updateBook,
} from './address-book.ts';
export { openAddressFile } from './address-file.ts';
export {
  createPastAddresses,
  isListAddress,
  listLiveAddresses,
  readLastPaths,
  rememberAddresses,
} from './past-addresses.ts';
