/** The door of this room: the addresses that were live once, on both hosts. */
export {
  createAddressBook,
  formatBook,
  openAddressFile,
  parseBook,
  type AddressBook,
  type Addresses,
} from './address-book.ts';
export {
  type FindEntry,
  findPast,
  isListAddress,
  openAddressBook,
  type PastAddress,
  readAddresses,
} from './past-addresses.ts';
