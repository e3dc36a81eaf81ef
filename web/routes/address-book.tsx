export { AddressBook as default } from '../features/recipients/address-book/address-book.tsx';
