import {
  confirmPasswordReset,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  revokeAccessToken,
  sendPasswordResetEmail,
} from 'firebase/auth';
import {
  codeOf,
  FIRST,
  ILSE,
  MOVED,
  me,
  ODO,
  providers,
  RUNA,
  SECOND,
  type Step,
  signIn,
  signInWithApple,
  signUp,
  THIRD,
} from './scenario-step.ts';

/** Lock-out, revocation, disabling, Apple, deletion. */
export const ENDS: Step[] = [
  {
    name: 'many wrong passwords lock an account, even for the right one',
    act: async (world) => {
      // Each attempt is refused; the step returns the answer to the next one.
      for (let i = 0; i < 10; i += 1) await signIn(world, MOVED, `guess-${i}`).catch(() => {});
      return (await signIn(world, MOVED, THIRD)).user.email;
    },
    expected: 'auth/too-many-requests',
    emulator: { expected: MOVED, why: 'Its emulator counts nothing; Google does.' },
  },
  {
    name: 'a password reset ends the lock-out',
    act: async (world) => {
      await sendPasswordResetEmail(world.auth, MOVED);
      await confirmPasswordReset(world.auth, await world.mailedCode(MOVED), SECOND);
      return (await signIn(world, MOVED, SECOND)).user.email;
    },
    expected: MOVED,
  },
  {
    name: 'a revoked refresh token signs out',
    act: async (world) => {
      await revokeAccessToken(world.auth, me(world).refreshToken);
      const refreshed = await me(world)
        .getIdToken(true)
        .then(() => 'refreshed', codeOf);
      return [refreshed, world.auth.currentUser];
    },
    expected: ['auth/user-token-expired', null],
    emulator: {
      expected: 'auth/identitytoolkit.accounts.revoketoken-is-not-implemented-in-the-auth-emulator.',
      why: 'Its emulator has no token revocation. Ours ends a refresh token of its own.',
    },
  },
  {
    name: 'a disabled account is signed out',
    act: async (world) => {
      const { user } = await signIn(world, MOVED, SECOND);
      await world.setDisabled(user.uid, true);
      const refreshed = await user.getIdToken(true).then(() => 'refreshed', codeOf);
      return [refreshed, world.auth.currentUser];
    },
    expected: ['auth/user-disabled', null],
  },
  {
    name: 'a disabled account cannot sign in',
    act: async (world) => signIn(world, MOVED, SECOND),
    expected: 'auth/user-disabled',
  },
  {
    name: 'Apple makes an account with a verified address',
    act: async (world) => {
      const { user } = await signInWithApple(world, { sub: 'apple-runa', email: RUNA });
      return [user.email, user.emailVerified, providers(user)];
    },
    expected: [RUNA, true, ['apple.com']],
  },
  {
    name: 'an account from Apple gets a password by a mailed link alone',
    act: async (world) => linkWithCredential(me(world), EmailAuthProvider.credential(RUNA, FIRST)),
    expected: 'auth/operation-not-allowed',
    emulator: {
      expected: 'auth/email-already-in-use',
      why: "Its emulator takes the account's own address for somebody else's.",
    },
  },
  {
    name: 'Apple removes the password of an address that was never verified',
    act: async (world) => {
      const squatter = (await signUp(world, ODO, FIRST)).user.uid;
      const { user } = await signInWithApple(world, { sub: 'apple-odo', email: ODO });
      const password = await signIn(world, ODO, FIRST).catch(codeOf);
      return [user.uid === squatter, providers(user), password];
    },
    expected: [true, ['apple.com'], 'auth/invalid-credential'],
  },
  {
    name: 'reauthentication with Apple',
    act: async (world) => {
      const idToken = await world.appleIdToken({ sub: 'apple-odo', email: ODO });
      const proof = new OAuthProvider('apple.com').credential({ idToken });
      return (await reauthenticateWithCredential(me(world), proof)).operationType;
    },
    expected: 'reauthenticate',
  },
  {
    name: 'an account can be deleted',
    act: async (world) => {
      await signUp(world, ILSE, FIRST);
      await deleteUser(me(world));
      return [world.auth.currentUser, await signIn(world, ILSE, FIRST).catch(codeOf)];
    },
    expected: [null, 'auth/invalid-credential'],
  },
  {
    name: 'the address of a deleted account is free',
    act: async (world) => (await signUp(world, ILSE, FIRST)).user.email,
    expected: ILSE,
  },
];
