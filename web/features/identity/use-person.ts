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

export interface PersonState extends Person {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** a failure is logged: the person sees that they are still here */
  signOut: () => void;
}

const NOBODY: Person = { uid: '', email: '', displayName: '', emailVerified: false, hasPassword: false };

/** Who is signed in; strings are empty while nobody is. */
export function usePerson(): PersonState {
  const { person, identity } = usePersonContext();
  return {
    ...(person ?? NOBODY),
    status: person === undefined ? 'loading' : person ? 'signed-in' : 'signed-out',
    signOut: () => {
      identity()
        .then((it) => it.signOut())
        .catch((error: unknown) => console.error('Signing out failed', error));
    },
  };
}

/** The identity, whose code is loaded on demand: `await (await identity()).signIn(…)`. */
export function useIdentity(): () => Promise<Identity> {
  return usePersonContext().identity;
}
