import type { User } from 'firebase/auth';
import { afterEach, expect, it, vi } from 'vitest';
import { startIdentity } from './auth.ts';

const auth = vi.hoisted(() => ({ currentUser: null as User | null, signOut: vi.fn(async () => {}) }));
const deleteUser = vi.hoisted(() => vi.fn(async (_user: User) => {}));
vi.mock('./connect.ts', () => ({ connect: () => auth }));
vi.mock('firebase/auth', () => ({
  beforeAuthStateChanged: () => {},
  onIdTokenChanged: () => {},
  EmailAuthProvider: {},
  deleteUser,
}));
vi.mock('./apple.ts', () => ({ finishAppleRedirect: async () => {} }));

afterEach(() => vi.unstubAllGlobals());

it('identity: what is kept of a deleted account is forgotten where another tab signed out first', async () => {
  const kept: Record<string, unknown> = { 'support-draft:maren': 'x', theme: 'dark' };
  const methods = { getItem: () => null, removeItem: (key: string) => delete kept[key] };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(kept, name, { value });
  vi.stubGlobal('localStorage', kept);
  vi.spyOn(console, 'info').mockReturnValue();
  const identity = startIdentity({ mode: 'embedded', apiKey: 'k', projectId: 'p' } as never, () => {});
  await identity.signOutAfterDeletion('maren', false);
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

it('identity: who proved to be an account’s owner is deleted at Firebase, not who signed in since', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
  const [maren, joao] = ['maren', 'joao'].map((uid) => ({ uid, getIdToken: async () => 'token' }) as User);
  const identity = startIdentity({ mode: 'embedded', apiKey: 'k', projectId: 'p' } as never, () => {});
  auth.currentUser = maren ?? null;
  await identity.proof(null);
  auth.currentUser = joao ?? null;
  await identity.signOutAfterDeletion('maren', true);
  expect(deleteUser.mock.calls).toEqual([[maren]]);
  expect(auth.signOut).not.toHaveBeenCalled();
});
