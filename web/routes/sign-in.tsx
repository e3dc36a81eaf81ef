export { SignInScreen as default } from '../features/identity/sign-in-screen.tsx';
