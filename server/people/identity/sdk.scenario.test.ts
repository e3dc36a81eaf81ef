import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import type { Auth } from 'firebase/auth';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppleClient } from '../../../test/identity/apple-client.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { outcomeOf, type ScenarioWorld } from '../../../test/identity/scenario-step.ts';
import { SCENARIO } from '../../../test/identity/sdk-scenario.ts';
import { type AppleStandIn, startAppleStandIn } from '../../../test/stand-ins/apple-stand-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { CUSTOM_TOKEN_AUDIENCE } from './firebase/custom-token.ts';
import { setAccountDisabled } from './operator-commands.ts';

/** What a browser has and Node has not: cookies, and the Origin of the page. */
const browser = vi.hoisted(() => {
  const jar = { cookie: '', origin: '', sent: true };
  const real = globalThis.fetch;
  // The SDK stores fetch when it is loaded, so this must run first.
  globalThis.fetch = (address, init) => {
    const headers = new Headers(init?.headers);
    if (jar.origin) headers.set('origin', jar.origin);
    if (jar.cookie && jar.sent) headers.set('cookie', jar.cookie);
    return real(address, { ...init, headers });
  };
  return { jar, restore: () => Object.assign(globalThis, { fetch: real }) };
});
afterAll(() => browser.restore());

/** `npm run test:firebase` sets it: the same steps on Google's emulator. */
const EMULATOR = process.env.SCENARIO_EMULATOR;

describe('Firebase SDK scenario on the embedded service', () => {
  let product: TestProduct;
  let client: IdentityClient;
  let apple: AppleStandIn;
  let app: FirebaseApp;
  let world: ScenarioWorld;
  beforeAll(async () => {
    apple = await startAppleStandIn('http://localhost:3000/identity/apple/callback');
    product = await startTestProduct({ listen: true, env: apple.env, outside: { apple: apple.origin } });
    client = new IdentityClient(product);
    browser.jar.origin = product.origin.origin;
    const made = await makeAuth('embedded', 'embedded');
    app = made.app;
    const { auth } = made;
    Object.assign(auth.config, { apiScheme: 'http', ...hostsOf(product) });
    await syncSession(auth, client);
    const person = new AppleClient(product, client, apple);
    world = {
      auth,
      mailedCode: (email) => client.mailedCode(email),
      setDisabled: (uid, disabled) => setAccountDisabled(product.services, uid, disabled),
      appleIdToken: (who) => person.credentialOf({ ...who, email_verified: 'true' }),
      customToken: (email) => client.customToken(email),
      setCookiesSent: (sent) => {
        browser.jar.sent = sent;
      },
    };
  });
  afterAll(async () => {
    Object.assign(browser.jar, { origin: '', cookie: '' });
    await deleteApp(app);
    await product.close();
    await apple.close();
  });

  it('has at least the expected number of steps', () => expect(SCENARIO.length).toBeGreaterThanOrEqual(35));

  it.each(SCENARIO.map((step, i) => ({ ...step, i: i + 1 })))('$i: $name', async (step) => {
    expect(await outcomeOf(step, world)).toEqual(step.expected);
  });
});

describe.skipIf(!EMULATOR)("Firebase SDK scenario on Google's emulator", () => {
  const PROJECT = 'demo-slow-letters';
  const root = `http://${EMULATOR}`;
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const administer = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: owner,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  let app: FirebaseApp;
  let world: ScenarioWorld;
  beforeAll(async () => {
    await administer('DELETE', `/emulator/v1/projects/${PROJECT}/accounts`);
    const config = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config`;
    await administer('PATCH', `${config}?updateMask=emailPrivacyConfig`, {
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    });
    const made = await makeAuth('any-key', PROJECT);
    app = made.app;
    const { connectAuthEmulator } = await import('firebase/auth');
    connectAuthEmulator(made.auth, root, { disableWarnings: true });
    world = {
      auth: made.auth,
      mailedCode: async (email) => {
        const { oobCodes } = await administer('GET', `/emulator/v1/projects/${PROJECT}/oobCodes`);
        const mails: { email: string; newEmail?: string; oobCode: string }[] = oobCodes;
        const mail = mails.findLast((one) => (one.newEmail ?? one.email) === email);
        usedCodes.set(email, mail?.oobCode ?? usedCodes.get(email) ?? '');
        return usedCodes.get(email) ?? '';
      },
      setDisabled: async (localId, disableUser) => {
        const path = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`;
        await administer('POST', path, { localId, disableUser });
      },
      appleIdToken: async (who) => JSON.stringify({ ...who, email_verified: true }),
      customToken: async (email) => {
        const path = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`;
        const { users } = await administer('POST', path, { email: [email] });
        return new UnsecuredJWT({ uid: users[0].localId })
          .setAudience(CUSTOM_TOKEN_AUDIENCE)
          .setIssuedAt()
          .setExpirationTime('5m')
          .encode();
      },
      setCookiesSent: () => {},
    };
  });
  afterAll(() => deleteApp(app));
  /** The emulator forgets a code that was used; a mailbox doesn't. */
  const usedCodes = new Map<string, string>();

  it.each(SCENARIO.map((step, i) => ({ ...step, i: i + 1 })))('$i: $name', async (step) => {
    expect(await outcomeOf(step, world)).toEqual(step.emulator ? step.emulator.expected : step.expected);
  });

  it('emulator tokens open a session when FIREBASE_AUTH_EMULATOR_HOST is set', async () => {
    const product = await startTestProduct({
      env: {
        FIREBASE_PROJECT_ID: PROJECT,
        FIREBASE_API_KEY: 'any-key',
        FIREBASE_AUTH_EMULATOR_HOST: EMULATOR ?? '',
      },
    });
    try {
      const { currentUser } = world.auth;
      const session = await new IdentityClient(product).openSession((await currentUser?.getIdToken()) ?? '');
      expect(session.json()).toMatchObject({ uid: currentUser?.uid, email: currentUser?.email });
    } finally {
      await product.close();
    }
  });
});

async function makeAuth(apiKey: string, projectId: string): Promise<{ app: FirebaseApp; auth: Auth }> {
  const { initializeAuth, inMemoryPersistence } = await import('firebase/auth');
  const app = initializeApp({ apiKey, projectId }, projectId);
  return { app, auth: initializeAuth(app, { persistence: inMemoryPersistence }) };
}

function hostsOf(product: TestProduct) {
  const address = product.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The product does not listen.');
  const host = `127.0.0.1:${address.port}`;
  return {
    apiHost: `${host}/identitytoolkit.googleapis.com`,
    tokenApiHost: `${host}/securetoken.googleapis.com`,
  };
}

/** As the page does: no sign-in without a session. */
async function syncSession(auth: Auth, client: IdentityClient): Promise<void> {
  const { beforeAuthStateChanged } = await import('firebase/auth');
  beforeAuthStateChanged(auth, async (user) => {
    if (!user) return;
    const { cookie } = browser.jar;
    const answer = await client.openSession(await user.getIdToken(), cookie ? { cookie } : {});
    const [set] = answer.cookies;
    if (answer.statusCode !== 200 || !set) throw new Error(answer.body);
    browser.jar.cookie = `${set.name}=${set.value}`;
  });
}
