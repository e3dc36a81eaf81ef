import {
  type Auth,
  createUserWithEmailAndPassword,
  OAuthProvider,
  signInWithCredential,
  signInWithEmailAndPassword,
  type User,
} from 'firebase/auth';

/** A service that speaks Firebase's protocol, with what a test does beside the SDK. */
export interface ScenarioWorld {
  auth: Auth;
  /** the code in the newest mail to an address */
  mailedCode(email: string): Promise<string>;
  setDisabled(uid: string, disabled: boolean): Promise<void>;
  /** Apple's credential for a person, in the format that the service accepts */
  appleIdToken(person: { sub: string; email: string }): Promise<string>;
  /** what signs in to the account of an address by `signInWithCustomToken` */
  customToken(email: string): Promise<string>;
  /** removes or restores the session cookie of the SDK's calls */
  setCookiesSent(sent: boolean): void | Promise<void>;
}

export interface Step {
  name: string;
  /** returns a plain value; an error counts by its code */
  act(world: ScenarioWorld): Promise<unknown>;
  expected: unknown;
  /** where Google's emulator differs from us, and why */
  emulator?: { expected: unknown; why: string };
}

export const MAREN = 'maren@example.com';
export const MOVED = 'maren.oakes@example.com';
export const ILSE = 'ilse@example.com';
export const RUNA = 'runa@example.com';
export const ODO = 'odo@example.com';
export const FIRST = 'plum-tree-7';
export const SECOND = 'quince-tree-8';
export const THIRD = 'medlar-tree-9';

export const signIn = ({ auth }: ScenarioWorld, email: string, password: string) =>
  signInWithEmailAndPassword(auth, email, password);
export const signUp = ({ auth }: ScenarioWorld, email: string, password: string) =>
  createUserWithEmailAndPassword(auth, email, password);

export function me({ auth }: ScenarioWorld): User {
  if (!auth.currentUser) throw new Error('Nobody is signed in.');
  return auth.currentUser;
}

export const providers = (user: User) => user.providerData.map(({ providerId }) => providerId).sort();

export async function signInWithApple(world: ScenarioWorld, person: { sub: string; email: string }) {
  const idToken = await world.appleIdToken(person);
  return signInWithCredential(world.auth, new OAuthProvider('apple.com').credential({ idToken }));
}

export const NO_POLICY = {
  expected: 'auth/identitytoolkit.getpasswordpolicy-is-not-implemented-in-the-auth-emulator.',
  why: 'Its emulator has no password policy; Google has.',
};

/** The outcome of a step: its result, or the code of its error. */
export async function outcomeOf(step: Step, world: ScenarioWorld): Promise<unknown> {
  try {
    return await step.act(world);
  } catch (error) {
    return codeOf(error);
  }
}

export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
