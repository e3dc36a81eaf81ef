import { describe, expect, it } from 'vitest';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { firebaseClaims, PROJECT, serviceAccount } from '../../../test/stand-ins/google-stand-in.ts';
import { startTestProduct } from '../../../test/support/test-product.ts';
import { BadSettings, readConfig } from '../../core/config.ts';
import { openIdentity } from './identity-provider.ts';

const PROJECT_SETTINGS = { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'AIza-plum' };
const EMULATOR = { ...PROJECT_SETTINGS, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
const PUBLIC = { PUBLIC_URL: 'https://letters.example.org' };

const identityOf = (env: Record<string, string>) => openIdentity(readConfig(env));

function unsigned(change: Record<string, unknown> = {}, alg = 'none'): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg, typ: 'JWT' })}.${encode(firebaseClaims(change))}.`;
}

describe('settings', () => {
  it.each([
    [{ FIREBASE_PROJECT_ID: PROJECT }, /FIREBASE_API_KEY: wanted together/],
    [{ FIREBASE_AUTH_DOMAIN: 'plum.firebaseapp.com' }, /wanted together with FIREBASE_PROJECT_ID/],
    [{ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, /wanted together with FIREBASE_PROJECT_ID/],
    [{ ...PROJECT_SETTINGS, FIREBASE_AUTH_DOMAIN: 'https://plum.firebaseapp.com' }, /wants a host name/],
    [{ ...PROJECT_SETTINGS, FIREBASE_AUTH_DOMAIN: 'plum.firebaseapp.com/x@y' }, /wants a host name/],
    [
      { ...PROJECT_SETTINGS, ...PUBLIC, FIREBASE_AUTH_DOMAIN: 'letters.example.org' },
      /wants the project's own/,
    ],
    [{ FIREBASE_SERVICE_ACCOUNT: '{}' }, /wanted together with FIREBASE_PROJECT_ID/],
    [{ ...PROJECT_SETTINGS, FIREBASE_SERVICE_ACCOUNT: '{}' }, /wants the JSON of a service account/],
    [
      { ...PROJECT_SETTINGS, FIREBASE_SERVICE_ACCOUNT: serviceAccount('another') },
      /of the project in FIREBASE_PROJECT_ID/,
    ],
    [{ ...EMULATOR, ...PUBLIC }, /EMULATOR_HOST: its tokens are not signed/],
    [{ ...EMULATOR, PUBLIC_URL: 'http://192.168.1.7:3000' }, /EMULATOR_HOST: its tokens are not signed/],
    [{ ...EMULATOR, HOST: '0.0.0.0' }, /EMULATOR_HOST: its tokens are not signed/],
    [{ ...EMULATOR, FIREBASE_AUTH_EMULATOR_HOST: 'http://127.0.0.1:9099' }, /wants host and port/],
  ])('%j stop the start', (env, message) => {
    expect(() => identityOf(env)).toThrow(message);
    expect(() => identityOf(env)).toThrow(BadSettings);
  });

  it('passkeys: are off in a project without a service account, and where browsers make none', () => {
    const FIREBASE_SERVICE_ACCOUNT = serviceAccount(PROJECT);
    const passkeysOf = (env: Record<string, string>) => identityOf({ ...PUBLIC, ...env }).client.passkeys;
    expect(passkeysOf({ ...PROJECT_SETTINGS, FIREBASE_SERVICE_ACCOUNT })).toBe(true);
    expect(passkeysOf(PROJECT_SETTINGS)).toBe(false);
    expect(passkeysOf({})).toBe(true);
    for (const PUBLIC_URL of ['http://letters.example.org', 'https://192.0.2.1', 'https://[2001:db8::1]'])
      expect(passkeysOf({ PUBLIC_URL })).toBe(false);
  });

  it('authDomain: is our own host over https', () => {
    const { firebase, client } = identityOf({ ...PROJECT_SETTINGS, ...PUBLIC });
    expect(client.identity.authDomain).toBe('letters.example.org');
    expect(firebase?.authHelper).toBe(`https://${PROJECT}.firebaseapp.com`);
    const named = identityOf({ ...PROJECT_SETTINGS, ...PUBLIC, FIREBASE_AUTH_DOMAIN: 'auth.plum.org' });
    expect(named.firebase?.authHelper).toBe('https://auth.plum.org');
  });
});

describe('unsigned ID token', () => {
  it('is accepted with the emulator only, with a warning at the start', async () => {
    const emulated = await startTestProduct({ env: EMULATOR });
    try {
      expect(emulated.services.identity.warning).toMatch(/^ID TOKENS ARE NOT CHECKED/);
      expect(emulated.services.identity.description).toContain('emulator at 127.0.0.1:9099');
      const config = (await emulated.app.inject({ url: '/api/config' })).json();
      expect(config.identity.emulatorHost).toBe('127.0.0.1:9099');
      const policy = (await emulated.app.inject({ url: '/' })).headers['content-security-policy'];
      expect(policy).toMatch(/connect-src [^;]*http:\/\/127\.0\.0\.1:9099/);
      const client = new IdentityClient(emulated);
      const answer = await client.openSession(unsigned());
      expect(answer.statusCode).toBe(200);
      expect(answer.json().email).toBe('maren@example.com');
      expect((await client.openSession(unsigned({ aud: 'other' }))).statusCode).toBe(401);
      expect((await client.openSession(unsigned({ exp: 1_000 }))).statusCode).toBe(401);
      expect((await client.openSession(unsigned({}, 'RS256'))).statusCode).toBe(401);
    } finally {
      await emulated.close();
    }
  });

  it('is refused by the embedded service, as is a cookie from an emulator', async () => {
    const SESSION_SECRET = 'one secret for both of these products';
    const emulated = await startTestProduct({ env: { ...EMULATOR, SESSION_SECRET } });
    const embedded = await startTestProduct({ env: { SESSION_SECRET } });
    try {
      expect((await new IdentityClient(embedded).openSession(unsigned())).statusCode).toBe(401);
      const [set] = (await new IdentityClient(emulated).openSession(unsigned())).cookies;
      const headers = { cookie: `${set?.name}=${set?.value}` };
      expect((await emulated.app.inject({ url: '/api/sessions', headers })).statusCode).toBe(200);
      expect((await embedded.app.inject({ url: '/api/sessions', headers })).statusCode).toBe(401);
    } finally {
      await emulated.close();
      await embedded.close();
    }
  });
});
