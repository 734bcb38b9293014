/** The door of this room: the addresses that were live once, on both hosts. */
export { createAddressBook, type AddressBook, type Addresses } from './address-book.ts';
export { formatBook, parseBook } from './book-text.ts';
export {
  createPastAddresses,
  type FindEntry,
  type FindPast,
  findPast,
  isListAddress,
  openAddressBook,
  readAddresses,
} from './past-addresses.ts';
