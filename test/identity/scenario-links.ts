import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailLink,
  signOut,
  updateEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { codeOf, FIRST, MAREN, MOVED, me, SECOND, type Step, signIn, THIRD } from './scenario-step.ts';

/** Mailed links: verification, new address, new password. */
export const LINKS: Step[] = [
  {
    name: 'checkActionCode of a verification link',
    act: async (world) => {
      await sendEmailVerification(me(world));
      const { operation, data } = await checkActionCode(world.auth, await world.mailedCode(MAREN));
      return [operation, data.email];
    },
    expected: ['VERIFY_EMAIL', MAREN],
  },
  {
    name: 'a verification link is refused when signed out',
    act: async (world) => {
      await world.setCookiesSent(false);
      await applyActionCode(world.auth, await world.mailedCode(MAREN)).finally(() =>
        world.setCookiesSent(true),
      );
    },
    expected: 'auth/login-required',
    emulator: {
      expected: undefined,
      why: 'There a link counts for whoever opens it. A squatter may have signed up with an address whose owner then clicks.',
    },
  },
  {
    name: 'a verification link is accepted when signed in to the account',
    act: async (world) => {
      await applyActionCode(world.auth, await world.mailedCode(MAREN));
    },
    expected: undefined,
    emulator: { expected: 'auth/invalid-action-code', why: 'It was used in the step before.' },
  },
  {
    name: 'the address is verified',
    act: async (world) => {
      await me(world).reload();
      return me(world).emailVerified;
    },
    expected: true,
  },
  {
    name: 'a link is used once',
    act: async (world) => applyActionCode(world.auth, await world.mailedCode(MAREN)),
    expected: 'auth/invalid-action-code',
  },
  {
    name: 'the address cannot be changed directly',
    act: async (world) => {
      await updateEmail(me(world), 'unproved@example.com');
      await updateEmail(me(world), MAREN);
    },
    expected: 'auth/operation-not-allowed',
    emulator: {
      expected: undefined,
      why: 'Google refuses it too in projects with email enumeration protection; its emulator does not.',
    },
  },
  {
    name: 'a change to an address in use is refused',
    act: async (world) => {
      await verifyBeforeUpdateEmail(me(world), MAREN);
    },
    expected: 'auth/email-already-in-use',
  },
  {
    name: 'checkActionCode of a link to change the address',
    act: async (world) => {
      await verifyBeforeUpdateEmail(me(world), MOVED);
      const { operation, data } = await checkActionCode(world.auth, await world.mailedCode(MOVED));
      return [operation, data.previousEmail, data.email];
    },
    expected: ['VERIFY_AND_CHANGE_EMAIL', MAREN, MOVED],
  },
  {
    name: 'the link changes the address',
    act: async (world) => {
      await applyActionCode(world.auth, await world.mailedCode(MOVED));
      const { user } = await signIn(world, MOVED, FIRST);
      return [user.email, user.emailVerified, user.displayName];
    },
    expected: [MOVED, true, 'Maren Oakes'],
  },
  {
    name: 'the old address does not sign in any more',
    act: (world) => signIn(world, MAREN, FIRST),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'a weak new password is refused',
    act: (world) => updatePassword(me(world), 'plum'),
    expected: 'auth/weak-password',
  },
  {
    name: 'a new password keeps this browser signed in',
    act: async (world) => {
      await updatePassword(me(world), SECOND);
      await me(world).reload();
      return (await me(world).getIdTokenResult(true)).signInProvider;
    },
    expected: 'password',
  },
  {
    name: 'the old password is refused',
    act: (world) => signIn(world, MOVED, FIRST),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'reauthentication with the password',
    act: async (world) => {
      const proof = EmailAuthProvider.credential(MOVED, SECOND);
      return (await reauthenticateWithCredential(me(world), proof)).operationType;
    },
    expected: 'reauthenticate',
  },
  {
    name: 'reauthentication with a wrong password is refused',
    act: (world) => reauthenticateWithCredential(me(world), EmailAuthProvider.credential(MOVED, FIRST)),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'sign-out',
    act: async ({ auth }) => {
      await signOut(auth);
      return auth.currentUser;
    },
    expected: null,
  },
  {
    name: 'a reset for an unknown address gets the same answer',
    act: ({ auth }) => sendPasswordResetEmail(auth, 'nobody@example.com'),
    expected: undefined,
  },
  {
    name: 'verifyPasswordResetCode returns the address',
    act: async (world) => {
      await sendPasswordResetEmail(world.auth, MOVED);
      return verifyPasswordResetCode(world.auth, await world.mailedCode(MOVED));
    },
    expected: MOVED,
  },
  {
    name: 'a weak new password does not use the link up',
    act: async (world) => confirmPasswordReset(world.auth, await world.mailedCode(MOVED), 'plum'),
    expected: 'auth/weak-password',
  },
  {
    name: 'a good password uses the link up',
    act: async (world) => {
      const code = await world.mailedCode(MOVED);
      await confirmPasswordReset(world.auth, code, THIRD);
      return confirmPasswordReset(world.auth, code, THIRD).catch(codeOf);
    },
    expected: 'auth/invalid-action-code',
  },
  {
    name: 'the new password signs in',
    act: async (world) => (await signIn(world, MOVED, THIRD)).user.email,
    expected: MOVED,
  },
  {
    name: 'a mailed link signs in once, and keeps the password',
    act: async (world) => {
      await signOut(world.auth);
      const page = 'http://localhost:3000/sign-in-link';
      await sendSignInLinkToEmail(world.auth, MOVED, { url: page, handleCodeInApp: true });
      const link = `${page}?oobCode=${await world.mailedCode(MOVED)}&mode=signIn&apiKey=any`;
      const { user } = await signInWithEmailLink(world.auth, MOVED, link);
      const { signInProvider } = await user.getIdTokenResult();
      const again = await signInWithEmailLink(world.auth, MOVED, link).catch(codeOf);
      return [user.email, signInProvider, again, (await signIn(world, MOVED, THIRD)).operationType];
    },
    expected: [MOVED, 'password', 'auth/invalid-action-code', 'signIn'],
  },
  {
    name: 'a custom token signs in once',
    act: async (world) => {
      await signOut(world.auth);
      const token = await world.customToken(MOVED);
      const { user } = await signInWithCustomToken(world.auth, token);
      const { signInProvider } = await user.getIdTokenResult(true);
      const again = await signInWithCustomToken(world.auth, token).then(() => 'signed in', codeOf);
      return [user.email, signInProvider, again, (await signIn(world, MOVED, THIRD)).operationType];
    },
    expected: [MOVED, 'passkey', 'auth/invalid-custom-token', 'signIn'],
    emulator: {
      expected: [MOVED, 'custom', 'signed in', 'signIn'],
      why: 'There it is a signed token, good for an hour as often as one likes.',
    },
  },
];
