import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  applyActionCode,
  beforeAuthStateChanged,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityClient, PASSWORD } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { setAccountDisabled } from '../operator-commands.ts';

let product: TestProduct;
let client: IdentityClient;
let app: FirebaseApp;
let auth: Auth;
beforeAll(async () => {
  product = await startTestProduct({ listen: true, env: { PASSWORD_MIN_LENGTH: '8' } });
  client = new IdentityClient(product);
  app = initializeApp({ apiKey: 'embedded', projectId: 'embedded' });
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  const address = product.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The product does not listen.');
  const host = `127.0.0.1:${address.port}`;
  Object.assign(auth.config, {
    apiScheme: 'http',
    apiHost: `${host}/identitytoolkit.googleapis.com`,
    tokenApiHost: `${host}/securetoken.googleapis.com`,
  });
});
afterAll(async () => {
  await deleteApp(app);
  await product.close();
});

const signedInUser = () => {
  if (!auth.currentUser) throw new Error('Nobody is signed in.');
  return auth.currentUser;
};

it('Firebase SDK: signs up, signs in, refreshes and signs out against the embedded service', async () => {
  const email = 'maren@example.com';
  const synced: string[] = [];
  const stop = onIdTokenChanged(auth, (user) => synced.push(user ? 'in' : 'out'));
  const stopBefore = beforeAuthStateChanged(auth, async (user) => {
    if (!user) return;
    const answer = await client.openSession(await user.getIdToken());
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });

  expect(await validatePassword(auth, 'plum')).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: false,
  });
  expect((await validatePassword(auth, PASSWORD)).isValid).toBe(true);
  await expect(createUserWithEmailAndPassword(auth, email, 'plum')).rejects.toMatchObject({
    code: 'auth/password-does-not-meet-requirements',
  });

  const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
  expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false });
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
  expect(Date.parse(user.metadata.creationTime ?? '')).toBeGreaterThan(Date.now() - 60_000);
  await expect(createUserWithEmailAndPassword(auth, email, PASSWORD)).rejects.toMatchObject({
    code: 'auth/email-already-in-use',
  });

  await updateProfile(user, { displayName: 'Maren Oakes' });
  await user.reload();
  expect(user.displayName).toBe('Maren Oakes');

  const before = await user.getIdToken();
  await user.getIdToken(true);
  expect((await user.getIdTokenResult()).claims).toMatchObject({ sub: user.uid, name: 'Maren Oakes' });
  expect(before).toBeTruthy();

  await sendEmailVerification(user);
  const verification = await client.mailedCode(email);
  expect(await checkActionCode(auth, verification)).toMatchObject({
    operation: 'VERIFY_EMAIL',
    data: { email },
  });
  // Node stores no cookies, so the SDK acts like a signed-out browser.
  await expect(applyActionCode(auth, verification)).rejects.toMatchObject({ code: 'auth/login-required' });
  await client.call('update', { oobCode: verification, idToken: await user.getIdToken() });
  await user.reload();
  expect(user.emailVerified).toBe(true);

  await updatePassword(user, 'quince-tree-8');
  await user.reload();
  await signOut(auth);
  expect(auth.currentUser).toBeNull();

  await sendPasswordResetEmail(auth, email);
  const reset = await client.mailedCode(email);
  expect(await verifyPasswordResetCode(auth, reset)).toBe(email);
  await confirmPasswordReset(auth, reset, 'medlar-tree-9');
  await expect(confirmPasswordReset(auth, reset, 'medlar-tree-9')).rejects.toMatchObject({
    code: 'auth/invalid-action-code',
  });

  await expect(signInWithEmailAndPassword(auth, email, 'quince-tree-8')).rejects.toMatchObject({
    code: 'auth/invalid-credential',
  });
  await signInWithEmailAndPassword(auth, email, 'medlar-tree-9');
  await deleteUser(signedInUser());
  expect(auth.currentUser).toBeNull();
  expect(synced).toContain('in');
  expect(synced.at(-1)).toBe('out');
  stop();
  stopBefore();
});

it('Firebase SDK: is signed out when the account is disabled', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, 'ilse@example.com', PASSWORD);
  await setAccountDisabled(product.services, user.uid, true);
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-disabled' });
  expect(auth.currentUser).toBeNull();
});

it('Firebase SDK: is signed out when its refresh token was revoked', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, 'runa@example.com', PASSWORD);
  await setAccountDisabled(product.services, user.uid, true);
  await setAccountDisabled(product.services, user.uid, false);
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
  expect(auth.currentUser).toBeNull();
});

it('Firebase SDK: stays signed in during a server fault', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, 'odo@example.com', PASSWORD);
  await product.services.db.execute('alter table accounts rename to accounts_away');
  await expect(user.reload()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  await product.services.db.execute('alter table accounts_away rename to accounts');
  expect(auth.currentUser?.uid).toBe(user.uid);
  await user.reload();
});
