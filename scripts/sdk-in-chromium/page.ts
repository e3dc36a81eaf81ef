import { beforeAuthStateChanged } from 'firebase/auth';
import { outcomeOf, type ScenarioWorld } from '../../test/identity/scenario-step.ts';
import { SCENARIO } from '../../test/identity/sdk-scenario.ts';
import { connect } from '../../web/features/identity/connect.ts';
import { openSession } from '../../web/features/identity/session-cookie-sync.ts';

/** What a page can't do itself: the test does it for it. */
type Outside = Omit<ScenarioWorld, 'auth'>;

interface ScenarioPage {
  /** what a step came to, counted from 0 */
  run(step: number): Promise<unknown>;
  /** whose sign-in was found in the browser's storage */
  signedIn(): Promise<string | null>;
}

declare global {
  var scenario: ScenarioPage;
  var mailedCode: Outside['mailedCode'];
  var setDisabled: Outside['setDisabled'];
  var appleIdToken: Outside['appleIdToken'];
  var customToken: Outside['customToken'];
  var setCookiesSent: Outside['setCookiesSent'];
}

// The product's own way of setting up the SDK: storage, addresses, and no sign-in without a session.
const auth = connect({
  mode: 'embedded',
  apiKey: 'embedded',
  projectId: 'embedded',
  authDomain: null,
  emulatorHost: null,
  minPasswordLength: null,
});
beforeAuthStateChanged(auth, async (user) => {
  if (user) await openSession(user.uid, await user.getIdToken());
});
globalThis.scenario = {
  run(index) {
    const step = SCENARIO[index];
    if (!step) throw new Error(`There is no step ${index}.`);
    return outcomeOf(step, { auth, mailedCode, setDisabled, appleIdToken, customToken, setCookiesSent });
  },
  async signedIn() {
    await auth.authStateReady();
    return auth.currentUser?.email ?? null;
  },
};
