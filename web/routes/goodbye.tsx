export { Goodbye as default } from '../features/account/goodbye.tsx';
