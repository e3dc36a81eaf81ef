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

/** Signing up and in, tokens, the profile. */
export const ACCOUNTS: Step[] = [
  {
    name: 'no captcha is asked for',
    act: ({ auth }) => initializeRecaptchaConfig(auth),
    expected: undefined,
    emulator: {
      expected: 'auth/identitytoolkit.getrecaptchaconfig-is-not-implemented-in-the-auth-emulator.',
      why: 'Its emulator has no captcha settings; Google has.',
    },
  },
  {
    name: 'the policy tells a weak password before it is sent',
    act: async ({ auth }) => {
      const { isValid, meetsMinPasswordLength } = await validatePassword(auth, 'plum');
      return { isValid, meetsMinPasswordLength };
    },
    expected: { isValid: false, meetsMinPasswordLength: false },
    emulator: NO_POLICY,
  },
  {
    name: 'the policy lets a good one through',
    act: async ({ auth }) => (await validatePassword(auth, FIRST)).isValid,
    expected: true,
    emulator: NO_POLICY,
  },
  {
    name: 'the service refuses a weak password as well',
    act: (world) => signUp(world, MAREN, 'plum'),
    expected: 'auth/weak-password',
  },
  {
    name: 'no password is no password',
    act: (world) => signUp(world, MAREN, ''),
    expected: 'auth/missing-password',
  },
  {
    name: 'an address must be one',
    act: (world) => signUp(world, 'maren', FIRST),
    expected: 'auth/invalid-email',
  },
  {
    name: 'there is no account without an address',
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
    name: 'signing up signs in',
    act: async (world) => {
      const { user } = await signUp(world, MAREN, FIRST);
      return { email: user.email, emailVerified: user.emailVerified, providers: providers(user) };
    },
    expected: { email: MAREN, emailVerified: false, providers: ['password'] },
  },
  {
    name: 'an address has one account',
    act: (world) => signUp(world, MAREN, SECOND),
    expected: 'auth/email-already-in-use',
  },
  {
    name: 'whatever its case',
    act: (world) => signUp(world, 'MAREN@Example.com', SECOND),
    expected: 'auth/email-already-in-use',
  },
  {
    name: 'who tried that in vain is still signed in',
    act: async (world) => me(world).email,
    expected: MAREN,
  },
  {
    name: 'a wrong password',
    act: (world) => signIn(world, MAREN, SECOND),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'an unknown address gives the same answer',
    act: (world) => signIn(world, 'nobody@example.com', FIRST),
    expected: 'auth/invalid-credential',
  },
  {
    name: 'signing in, whatever the case',
    act: async (world) => (await signIn(world, 'Maren@EXAMPLE.com', FIRST)).user.email,
    expected: MAREN,
  },
  {
    name: 'reload finds the account as it is',
    act: async (world) => {
      await me(world).reload();
      return me(world).email;
    },
    expected: MAREN,
  },
  {
    name: 'a token that is good is kept',
    act: async (world) => {
      const first = await me(world).getIdToken();
      return (await me(world).getIdToken()) === first;
    },
    expected: true,
  },
  {
    name: 'a refreshed one is of the same sign-in',
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
    name: 'name and picture change, and the next token says so',
    act: async (world) => {
      await updateProfile(me(world), { displayName: 'Maren Oakes', photoURL: 'https://example.com/m.jpg' });
      const { claims } = await me(world).getIdTokenResult(true);
      return [me(world).displayName, claims.name, claims.picture];
    },
    expected: ['Maren Oakes', 'Maren Oakes', 'https://example.com/m.jpg'],
  },
  {
    name: 'a picture goes again',
    act: async (world) => {
      await updateProfile(me(world), { photoURL: '' });
      await me(world).reload();
      return [me(world).displayName, me(world).photoURL];
    },
    expected: ['Maren Oakes', null],
  },
];
