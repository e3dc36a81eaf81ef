export { VerifyEmail as default } from '../features/identity/verify-email.tsx';
