export { ChangeEmail as default } from '../features/identity/change-email.tsx';
