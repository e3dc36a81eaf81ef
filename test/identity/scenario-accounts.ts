import {
  deleteUser,
  initializeRecaptchaConfig,
  signInAnonymously,
  updateProfile,
  validatePassword,
} from 'firebase/auth';
import {
  FIRST,
  MAREN,
  me,
  NO_POLICY,
  providers,
  SECOND,
  type Step,
  signIn,
  signUp,
} from './scenario-step.ts';

/** Sign-up, sign-in, tokens, profile. */
export const ACCOUNTS: Step[] = [
  {
    name: 'no captcha is required',
    act: ({ auth }) => initializeRecaptchaConfig(auth),
    expected: undefined,
    emulator: {
      expected: 'auth/identitytoolkit.getrecaptchaconfig-is-not-implemented-in-the-auth-emulator.',
      why: 'Its emulator has no captcha settings; Google has.',
    },
  },
  {
    name: 'the policy refuses a weak password before it is sent',
    act: async ({ auth }) => {
      const { isValid, meetsMinPasswordLength } = await validatePassword(auth, 'plum');
      return { isValid, meetsMinPasswordLength };
    },
    expected: { isValid: false, meetsMinPasswordLength: false },
    emulator: NO_POLICY,
  },
  {
    name: 'the policy accepts a good password',
    act: async ({ auth }) => (await validatePassword(auth, FIRST)).isValid,
    expected: true,
    emulator: NO_POLICY,
  },
  {
    name: 'the service refuses a weak password',
    act: (world) => signUp(world, MAREN, 'plum'),
    expected: 'auth/weak-password',
  },
  {
    name: 'a missing password is refused',
    act: (world) => signUp(world, MAREN, ''),
    expected: 'auth/missing-password',
  },
  {
    name: 'a malformed address is refused',
    act: (world) => signUp(world, 'maren', FIRST),
    expected: 'auth/invalid-email',
  },
  {
    name: 'a missing address is refused',
    act: async ({ auth }) => {
      const { user } = await signInAnonymously(auth);
      await deleteUser(user);
    },
    expected: 'auth/admin-restricted-operation',
    emulator: {
      expected: undefined,
      why: 'Anonymous accounts are a project setting, on in the emulator. A letter needs an address.',
    },
  },
  {
    name: 'sign-up signs in',
    act: async (world) => {
      const { user } = await signUp(world, MAREN, FIRST);
      return { email: user.email, emailVerified: user.emailVerified, providers: providers(user) };
    },
    expected: { email: MAREN, emailVerified: false, providers: ['password'] },
  },
  {
    name: 'a second account with the same address is refused',
    act: (world) => signUp(world, MAREN, SECOND),
    expected: 'auth/email-already-in-use',
  },
  {
    name: 'the same address in another case is refused',
    act: (world) => signUp(world, 'MAREN@Example.com', SECOND),
    expected: 'auth/email-already-in-use',
  },
  {
    name: 'the refused attempts do not sign out',
    act: async (world) => me(world).email,
    expected: MAREN,
  },
  {
    name: 'a wrong password is refused',
    act: (world) => signIn(world, MAREN, SECOND),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'an unknown address gives the same answer',
    act: (world) => signIn(world, 'nobody@example.com', FIRST),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'sign-in accepts the address in any case',
    act: async (world) => (await signIn(world, 'Maren@EXAMPLE.com', FIRST)).user.email,
    expected: MAREN,
  },
  {
    name: 'reload returns the account',
    act: async (world) => {
      await me(world).reload();
      return me(world).email;
    },
    expected: MAREN,
  },
  {
    name: 'a valid token is kept',
    act: async (world) => {
      const first = await me(world).getIdToken();
      return (await me(world).getIdToken()) === first;
    },
    expected: true,
  },
  {
    name: 'a refreshed token has the same auth_time',
    act: async (world) => {
      const before = await me(world).getIdTokenResult();
      const after = await me(world).getIdTokenResult(true);
      return [
        before.claims.sub === after.claims.sub,
        before.authTime === after.authTime,
        after.signInProvider,
      ];
    },
    expected: [true, true, 'password'],
  },
  {
    name: 'two tabs may refresh at once',
    act: async (world) => {
      const tokens = await Promise.all([me(world).getIdToken(true), me(world).getIdToken(true)]);
      return tokens.every(Boolean);
    },
    expected: true,
  },
  {
    name: 'a changed name and picture appear in the next token',
    act: async (world) => {
      await updateProfile(me(world), { displayName: 'Maren Oakes', photoURL: 'https://example.com/m.jpg' });
      const { claims } = await me(world).getIdTokenResult(true);
      return [me(world).displayName, claims.name, claims.picture];
    },
    expected: ['Maren Oakes', 'Maren Oakes', 'https://example.com/m.jpg'],
  },
  {
    name: 'a picture can be removed',
    act: async (world) => {
      await updateProfile(me(world), { photoURL: '' });
      await me(world).reload();
      return [me(world).displayName, me(world).photoURL];
    },
    expected: ['Maren Oakes', null],
  },
];
