import { createContext, use } from 'react';
import type { Identity, Person } from './identity.ts';

/** `person` is undefined until the state is known, and null when nobody is signed in. */
export const PersonContext = createContext<{
  person: Person | null | undefined;
  identity: () => Promise<Identity>;
} | null>(null);

function usePersonContext() {
  const context = use(PersonContext);
  if (!context) throw new Error('The PersonProvider is missing');
  return context;
}

const NOBODY: Person = { uid: '', email: '', displayName: '', emailVerified: false, hasPassword: false };

/** Who is signed in; strings are empty while nobody is. */
export function usePerson() {
  const { person, identity } = usePersonContext();
  const end = (how: (identity: Identity) => Promise<void>) => {
    identity()
      .then(how)
      .catch((error: unknown) => console.error('Signing out failed', error));
  };
  const status: 'loading' | 'signed-out' | 'signed-in' =
    person === undefined ? 'loading' : person ? 'signed-in' : 'signed-out';
  return {
    ...(person ?? NOBODY),
    status,
    /** at the person's wish: drops unfinished texts; a failure is only logged, since they see that they are still signed in */
    signOut: () => end((it) => it.logOut()),
    /** not at the person's wish: unfinished texts are kept until they are back */
    closeDesk: () => end((it) => it.signOut()),
  };
}

/** The identity, whose code is loaded on demand: `await (await identity()).signIn(…)`. */
export const useIdentity = (): (() => Promise<Identity>) => usePersonContext().identity;
