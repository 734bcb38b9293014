/** The door of this room: the addresses that were live once, on both hosts. */
export { createAddressBook, type AddressBook, type Addresses } from './address-book.ts';
export { formatBook, parseBook } from './book-text.ts';
export {
  type FindEntry,
  findPast,
  isListAddress,
  openAddressBook,
  type PastAddress,
  readAddresses,
} from './past-addresses.ts';
export { openAddressFile } from './address-file.ts';
