import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';

/** The SDK, pointed at our own service, at Firebase, or at Google's emulator of it. */
export function connect(config: ClientConfig['identity']): Auth {
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
  } else if (config.emulatorHost) {
    // The start of the server says loudly what this means; a banner across every page says no more.
    connectAuthEmulator(auth, `http://${config.emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}
