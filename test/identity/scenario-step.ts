import {
  type Auth,
  createUserWithEmailAndPassword,
  OAuthProvider,
  signInWithCredential,
  signInWithEmailAndPassword,
  type User,
} from 'firebase/auth';

/** A service that speaks Firebase's protocol, and what a test may do to it behind the SDK's back. */
export interface ScenarioWorld {
  auth: Auth;
  /** the code in the newest mail to an address */
  mailedCode(email: string): Promise<string>;
  setDisabled(uid: string, disabled: boolean): Promise<void>;
  /** what Apple gives for a person, in the form the service takes */
  appleIdToken(person: { sub: string; email: string }): Promise<string>;
  /** the cookie that goes along with the SDK's calls is gone, or back */
  setCookiesSent(sent: boolean): void | Promise<void>;
}

export interface Step {
  name: string;
  /** answers something plain; what it throws counts by its code */
  act(world: ScenarioWorld): Promise<unknown>;
  expected: unknown;
  /** where Google's emulator differs, and why we do */
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

/** What a step came to: its answer, or the code of what it threw. */
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
