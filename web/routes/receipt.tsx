export { Receipt as default } from '../features/ledger/receipt.tsx';
