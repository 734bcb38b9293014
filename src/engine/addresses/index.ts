/** The door of this room: the addresses that were live once, on both hosts. */
export {
  addAlias,
  createFindPast,
  emptyBook,
  forget,
  formatBook,
  listHomes,
  parseBook,
  updateBook,
  type Account,
  type AddressBook,
  type FindPast,
  type LiveAddresses,
} from './address-book.ts';
export { openAddressFile } from './address-file.ts';
export { isListAddress, listLiveAddresses } from './live-addresses.ts';
export { createPastAddresses, rememberAddresses } from './past-addresses.ts';
