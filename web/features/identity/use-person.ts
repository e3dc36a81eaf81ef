import { createContext, use } from 'react';
import type { Identity, Person } from './identity.ts';

/** `undefined` until the state is first reported; null when nobody is signed in. */
export const PersonContext = createContext<{
  person: Person | null | undefined;
  identity: () => Promise<Identity>;
} | null>(null);

function usePersonContext() {
  const context = use(PersonContext);
  if (!context) throw new Error('The PersonProvider is missing');
  return context;
}

interface PersonState extends Person {
  status: 'loading' | 'signed-out' | 'signed-in';
  signOut: () => Promise<void>;
}

const NOBODY: Person = { uid: '', email: '', displayName: '', emailVerified: false, hasPassword: false };

/** Who is signed in. Texts are empty while nobody is. */
export function usePerson(): PersonState {
  const { person, identity } = usePersonContext();
  return {
    ...(person ?? NOBODY),
    status: person === undefined ? 'loading' : person ? 'signed-in' : 'signed-out',
    signOut: async () => (await identity()).signOut(),
  };
}

/** The way to sign in and out, once its code has come: `const identity = useIdentity(); await (await identity()).signIn(…)`. */
export function useIdentity(): () => Promise<Identity> {
  return usePersonContext().identity;
}
