export { Ledger as default } from '../features/ledger/ledger.tsx';
