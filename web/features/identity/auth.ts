/**
 * Everything that knows the Firebase SDK. Loaded on demand, so that it is a chunk of its own: import it with
 * `import()` alone. The same SDK speaks to Firebase or to the identity service on our own origin.
 */
import './no-defaults.ts';
import {
  type Auth,
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  onIdTokenChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  type User,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { onLanguageChange } from '../../lib/catalogues.ts';
import { forgetDraftsOf } from '../../lib/kept-drafts.ts';
import { language } from '../../lib/words.tsx';
import { finishAppleRedirect, signInWithApple } from './apple.ts';
import { isInactive, noteInactiveSignOut } from './auto-sign-out.ts';
import { connect } from './connect.ts';
import type { Person } from './identity.ts';
import { forgetLink, SIGN_IN_LINK_PATH } from './mailed-sign-in.ts';
import { passwordProblem } from './password-policy.ts';
import { closeSession, mayHaveSession, openSession, syncSessionCookie } from './session-cookie-sync.ts';

/** Creates the identity of this page. `report` is called on every change, first when the state is known. */
export function startIdentity(config: ClientConfig['identity'], report: (person: Person | null) => void) {
  const auth = connect(config);
  const inLanguage = () => {
    auth.languageCode = language();
  };
  inLanguage();
  onLanguageChange(inLanguage);
  // Opens the session (`POST /api/session`) before each sign-in is reported, by the SDK's beforeAuthStateChanged.
  const cookie = syncSessionCookie(auth);
  // The policy allows Google's script only on pages requested without a session (docs/identity.md, 'Firebase').
  const mustReload = config.mode === 'firebase' && mayHaveSession();
  // The sign-in screen is not shown while a redirect from Apple is completed.
  const returned = finishAppleRedirect(auth, config);
  // Whoever is found signed in after 20 minutes without activity is signed out.
  let leaving = isInactive();
  let changes = 0;
  onIdTokenChanged(auth, async (user) => {
    changes += 1;
    const change = changes;
    if (leaving && user) {
      // The renewal may report a new token.
      if (change > 1) return;
      console.info('Signed out after 20 minutes of inactivity');
      noteInactiveSignOut(user.email ?? '');
      // The server ends the sign-in of a session, and this one's may have expired.
      await cookie.renewIfOld(user);
      await auth.signOut();
      return;
    }
    leaving = false;
    if (user) await cookie.renewIfOld(user);
    else await Promise.all([endSession(mustReload), returned]);
    if (change === changes) report(user ? personOf(user) : null);
  });

  /** Signs out and forgets what this browser keeps of the person. */
  const logOut = async (uid: string) => {
    if (auth.currentUser?.uid === uid) await auth.signOut();
    forgetDraftsOf(uid);
    forgetLink();
  };
  let proven: User | null = null;
  const refresh = async (user: User) => {
    await user.reload();
    await cookie.renewWithNewToken(user);
    return user.emailVerified;
  };
  return {
    signIn: (email: string, password: string) =>
      cookie.withServerError(signInWithEmailAndPassword(auth, email, password)),
    signUp: async (email: string, password: string) => {
      await cookie.withServerError(createUserWithEmailAndPassword(auth, email, password));
      sendEmailVerification(currentUser(auth)).catch((error: unknown) =>
        console.warn('No verification mail', error),
      );
    },
    signInWithApple: () => cookie.withServerError(signInWithApple(auth, config)),
    signInWithPasskey: (customToken: string) =>
      cookie.withServerError(signInWithCustomToken(auth, customToken)),
    passwordRules: async () => (await validatePassword(auth, '')).passwordPolicy,
    /** A sentence about the rules that a password breaks, or null. */
    passwordProblem: async (password: string) => {
      const status = await validatePassword(auth, password).catch((error: unknown) => {
        // Google's emulator has no policy; the provider checks the password anyway.
        console.warn('The password policy could not be read', error);
        return null;
      });
      const problem = () => (status ? passwordProblem(status) : null) ?? '';
      return problem() === '' ? null : problem;
    },
    sendPasswordReset: (email: string) => sendPasswordResetEmail(auth, email),
    sendSignInLink: (email: string) =>
      sendSignInLinkToEmail(auth, email, {
        url: new URL(SIGN_IN_LINK_PATH, location.origin).href,
        handleCodeInApp: true,
      }),
    /** @param link address of the page that the mailed link opened */
    signInWithLink: (email: string, link: string) =>
      cookie.withServerError(signInWithEmailLink(auth, email, link)),
    emailOfResetCode: (code: string) => verifyPasswordResetCode(auth, code),
    resetPassword: (code: string, password: string) => confirmPasswordReset(auth, code, password),
    rename: async (displayName: string) => {
      const user = currentUser(auth);
      await updateProfile(user, { displayName });
      await refresh(user);
    },
    sendVerification: () => sendEmailVerification(currentUser(auth)),
    /** Applies a code that was mailed to this account about its address. */
    applyCode: async (code: string) => {
      const user = auth.currentUser;
      await applyActionCode(auth, code);
      if (user) await refresh(user);
    },
    changePassword: async (present: string, next: string) => {
      const user = currentUser(auth);
      await proveIdentity(user, present);
      await updatePassword(user, next);
      // The change of password ended every session. If none can be opened now, the next call that is refused does it.
      await refresh(user).catch((error: unknown) => console.warn('No session after the change', error));
    },
    askEmailChange: async (password: string, newEmail: string) => {
      const user = currentUser(auth);
      await proveIdentity(user, password);
      await verifyBeforeUpdateEmail(user, newEmail);
    },
    /** An ID token; with a password, one of a sign-in made now. */
    proof: async (password: string | null) => {
      const user = currentUser(auth);
      if (password !== null) await proveIdentity(user, password);
      proven = user;
      return user.getIdToken();
    },
    /**
     * Called after `proof`. Since then a refused call may have signed the person out, and somebody else may have signed in.
     * @param isFirebase the account's credentials are at Firebase, and are deleted there first
     */
    signOutAfterDeletion: async (uid: string, isFirebase: boolean) => {
      if (isFirebase && proven?.uid === uid) await deleteUser(proven);
      await logOut(uid);
    },
    refresh: () => refresh(currentUser(auth)),
    renewSession: cookie.renewAfterRefusal,
    signOut: () => auth.signOut(),
    logOut: () => logOut(currentUser(auth).uid),
  };
}

/** Time for a reload to replace the page, ms: somebody may have prevented it to keep what they write. */
const RELOAD_MS = 5000;

/** Ends a remaining session; then reloads the page if its policy requires it. */
async function endSession(mustReload: boolean): Promise<void> {
  if (!mayHaveSession()) return;
  const closing = closeSession();
  if (!mustReload || !(await closing)) return;
  location.reload();
  // The page stays as it is until then: a dialog that closes goes back in history, which cuts off the reload.
  await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
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

/**
 * Checks the password before credentials are changed, since the sign-in may be old, or another person may use the open
 * browser. The check is a new sign-in, so a new session is opened for it.
 */
async function proveIdentity(user: User, password: string): Promise<void> {
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
  await openSession(user.uid, await user.getIdToken());
}
