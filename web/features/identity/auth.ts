/**
 * Everything that knows the Firebase SDK. Loaded on demand, so that it is a chunk of its own: import it with
 * `import()` alone. The same SDK speaks to Firebase or to the identity service on our own origin.
 */
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  applyActionCode,
  beforeAuthStateChanged,
  browserLocalPersistence,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  type PasswordValidationStatus,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type User,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { finishAppleRedirect, signInWithApple } from './apple.ts';
import type { Identity, Person } from './identity.ts';
import { wasAbandoned } from './inactivity.ts';
import {
  closeSession,
  isSynced,
  mayHaveSession,
  openSession,
  SYNC_MAX_AGE_MS,
  wasEndedElsewhere,
} from './session-sync.ts';

/** Makes the one identity of this page. `report` hears of every change, first when the state is known. */
export function startIdentity(
  config: ClientConfig['identity'],
  report: (person: Person | null) => void,
): Identity {
  const auth = connect(config);
  beforeAuthStateChanged(auth, async (user) => {
    if (user) await openSession(user.uid, await user.getIdToken());
  });
  let turn = 0;
  onIdTokenChanged(auth, async (user) => {
    turn += 1;
    const mine = turn;
    if (mine === 1 && user && wasAbandoned()) {
      console.info('Signed out after 20 minutes of inactivity');
      await auth.signOut();
      return;
    }
    if (user) await syncQuietly(user);
    else if (mayHaveSession()) closeSession();
    if (mine === turn) report(user ? personOf(user) : null);
  });
  finishAppleRedirect(auth, config);
  return {
    signIn: async (email, password) => {
      await signInWithEmailAndPassword(auth, email, password);
    },
    signUp: async (email, password) => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      sendEmailVerification(user).catch((error: unknown) => console.warn('No verification mail', error));
    },
    signInWithApple: () => signInWithApple(auth, config),
    passwordProblem: async (password) => passwordProblem(await validatePassword(auth, password)),
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    emailOfResetCode: (code) => verifyPasswordResetCode(auth, code),
    resetPassword: (code, password) => confirmPasswordReset(auth, code, password),
    rename: async (displayName) => {
      const user = currentUser(auth);
      await updateProfile(user, { displayName });
      await refresh(user);
    },
    sendVerification: () => sendEmailVerification(currentUser(auth)),
    verifyEmail: (code) => takeCode(auth, code),
    changePassword: async (present, next) => {
      const user = currentUser(auth);
      await proveIdentity(user, present);
      await updatePassword(user, next);
      // The old session ended with the old password.
      await refresh(user);
    },
    askEmailChange: async (password, newEmail) => {
      const user = currentUser(auth);
      await proveIdentity(user, password);
      await verifyBeforeUpdateEmail(user, newEmail);
    },
    changeEmail: (code) => takeCode(auth, code),
    refresh: () => refresh(currentUser(auth)),
    resync: async () => {
      const user = auth.currentUser;
      if (!user) return false;
      try {
        await proveAgain(user);
        return true;
      } catch (error) {
        console.warn('The session could not be renewed', error);
        if (wasEndedElsewhere(error)) await auth.signOut();
        return false;
      }
    },
    signOut: () => auth.signOut(),
  };
}

function connect(config: ClientConfig['identity']): Auth {
  const app = initializeApp({
    apiKey: config.apiKey,
    projectId: config.projectId,
    ...(config.authDomain ? { authDomain: config.authDomain } : {}),
  });
  // Without a resolver: the stock one loads a script from Google, which our own service has no use for.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.mode === 'embedded') {
    Object.assign(auth.config, {
      apiScheme: location.protocol.replace(':', ''),
      apiHost: `${location.host}/identitytoolkit.googleapis.com`,
      tokenApiHost: `${location.host}/securetoken.googleapis.com`,
    });
  }
  return auth;
}

function currentUser(auth: Auth): User {
  if (!auth.currentUser) throw new Error('Nobody is signed in');
  return auth.currentUser;
}

function personOf(user: User): Person {
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName ?? '',
    emailVerified: user.emailVerified,
    hasPassword: user.providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID),
  };
}

/** A page that opens, or a token that was refreshed, proves the session anew when its last proof is old. */
async function syncQuietly(user: User): Promise<void> {
  if (isSynced(user.uid)) return;
  try {
    await proveAgain(user);
  } catch (error) {
    // The cookie may well be good still; a call that finds it isn't will ask again.
    console.warn('The session could not be renewed', error);
  }
}

let proving: Promise<void> | null = null;

function proveAgain(user: User): Promise<void> {
  proving ??= (async () => {
    const { issuedAtTime, token } = await user.getIdTokenResult();
    const fresh = Date.now() - Date.parse(issuedAtTime) < SYNC_MAX_AGE_MS;
    await openSession(user.uid, fresh ? token : await user.getIdToken(true));
  })().finally(() => {
    proving = null;
  });
  return proving;
}

/** A code that was mailed to this account, about its address. */
async function takeCode(auth: Auth, code: string): Promise<void> {
  const user = auth.currentUser;
  await applyActionCode(auth, code);
  if (user) await refresh(user);
}

/**
 * What changes the way in asks for the password once more: the sign-in may be old, or not theirs. That is a new
 * sign-in, so the session moves on to it.
 */
async function proveIdentity(user: User, password: string): Promise<void> {
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
  await openSession(user.uid, await user.getIdToken());
}

/** After something changed about the account: its new state, then a session that knows of it. */
async function refresh(user: User): Promise<void> {
  await user.reload();
  await openSession(user.uid, await user.getIdToken(true));
}

function passwordProblem(status: PasswordValidationStatus): string | null {
  if (status.isValid) return null;
  const { customStrengthOptions } = status.passwordPolicy;
  const wants = [
    status.meetsMinPasswordLength === false &&
      `at least ${customStrengthOptions.minPasswordLength ?? 6} characters`,
    status.meetsMaxPasswordLength === false &&
      `at most ${customStrengthOptions.maxPasswordLength} characters`,
    status.containsLowercaseLetter === false && 'a lowercase letter',
    status.containsUppercaseLetter === false && 'an uppercase letter',
    status.containsNumericCharacter === false && 'a digit',
    status.containsNonAlphanumericCharacter === false && 'a special character',
  ].filter((want) => want !== false);
  return `The password needs ${wants.join(', ') || 'to be stronger'}.`;
}
