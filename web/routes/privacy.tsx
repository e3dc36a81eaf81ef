export { Privacy as default } from '../features/privacy/privacy.tsx';
