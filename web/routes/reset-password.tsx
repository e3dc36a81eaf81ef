export { ResetPassword as default } from '../features/identity/reset-password.tsx';
