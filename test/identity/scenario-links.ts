import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signOut,
  updateEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { codeOf, FIRST, MAREN, MOVED, me, SECOND, type Step, signIn, THIRD } from './scenario-step.ts';

/** What is mailed: verification, a new address, a new password. */
export const LINKS: Step[] = [
  {
    name: 'a verification link says what it is for',
    act: async (world) => {
      await sendEmailVerification(me(world));
      const { operation, data } = await checkActionCode(world.auth, await world.mailedCode(MAREN));
      return [operation, data.email];
    },
    expected: ['VERIFY_EMAIL', MAREN],
  },
  {
    name: 'it counts in no browser that is signed out',
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
    name: 'it counts in the one that is signed in to the account',
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
    name: 'an address does not change without the new one being proved',
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
    name: 'an address does not change to one that is taken',
    act: async (world) => {
      await verifyBeforeUpdateEmail(me(world), MAREN);
    },
    expected: 'auth/email-already-in-use',
  },
  {
    name: 'a link to change the address says what it is for',
    act: async (world) => {
      await verifyBeforeUpdateEmail(me(world), MOVED);
      const { operation, data } = await checkActionCode(world.auth, await world.mailedCode(MOVED));
      return [operation, data.previousEmail, data.email];
    },
    expected: ['VERIFY_AND_CHANGE_EMAIL', MAREN, MOVED],
  },
  {
    name: 'the address changes by it',
    act: async (world) => {
      await applyActionCode(world.auth, await world.mailedCode(MOVED));
      const { user } = await signIn(world, MOVED, FIRST);
      return [user.email, user.emailVerified, user.displayName];
    },
    expected: [MOVED, true, 'Maren Oakes'],
  },
  {
    name: 'the old address opens nothing any more',
    act: (world) => signIn(world, MAREN, FIRST),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'a new password must be good',
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
    name: 'the old password is no good',
    act: (world) => signIn(world, MOVED, FIRST),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'identity is proved again by the password',
    act: async (world) => {
      const proof = EmailAuthProvider.credential(MOVED, SECOND);
      return (await reauthenticateWithCredential(me(world), proof)).operationType;
    },
    expected: 'reauthenticate',
  },
  {
    name: 'and by no other',
    act: (world) => reauthenticateWithCredential(me(world), EmailAuthProvider.credential(MOVED, FIRST)),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'signing out',
    act: async ({ auth }) => {
      await signOut(auth);
      return auth.currentUser;
    },
    expected: null,
  },
  {
    name: 'a reset for an unknown address looks like any other',
    act: ({ auth }) => sendPasswordResetEmail(auth, 'nobody@example.com'),
    expected: undefined,
  },
  {
    name: 'a reset link knows its account',
    act: async (world) => {
      await sendPasswordResetEmail(world.auth, MOVED);
      return verifyPasswordResetCode(world.auth, await world.mailedCode(MOVED));
    },
    expected: MOVED,
  },
  {
    name: 'a weak new password does not use it up',
    act: async (world) => confirmPasswordReset(world.auth, await world.mailedCode(MOVED), 'plum'),
    expected: 'auth/weak-password',
  },
  {
    name: 'a good one does',
    act: async (world) => {
      const code = await world.mailedCode(MOVED);
      await confirmPasswordReset(world.auth, code, THIRD);
      return confirmPasswordReset(world.auth, code, THIRD).catch(codeOf);
    },
    expected: 'auth/invalid-action-code',
  },
  {
    name: 'the password that was reset signs in',
    act: async (world) => (await signIn(world, MOVED, THIRD)).user.email,
    expected: MOVED,
  },
];
