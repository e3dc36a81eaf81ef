import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';

/** The SDK, configured for our own service, for Firebase, or for Google's emulator. */
export function connect(config: ClientConfig['identity']): Auth {
  const app = initializeApp({
    apiKey: config.apiKey,
    projectId: config.projectId,
    ...(config.authDomain ? { authDomain: config.authDomain } : {}),
  });
  // Without a resolver: the default one loads a script from Google, which our own service does not need.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.mode === 'embedded') {
    Object.assign(auth.config, {
      apiScheme: location.protocol.replace(':', ''),
      apiHost: `${location.host}/identitytoolkit.googleapis.com`,
      tokenApiHost: `${location.host}/securetoken.googleapis.com`,
    });
  } else if (config.emulatorHost) {
    // No banner on every page: the server's start already warns about the emulator.
    connectAuthEmulator(auth, `http://${config.emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}
