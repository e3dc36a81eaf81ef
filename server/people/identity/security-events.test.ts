import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { openLog } from '../../core/log.ts';
import { securityEvents } from './schema.ts';
import { sweepIdentity } from './sweep-identity.ts';

let product: TestProduct;
let client: IdentityClient;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  product = await startTestProduct({
    env: { LOG_LEVEL: 'info' },
    log: openLog('info', (line) => lines.push(JSON.parse(line))),
  });
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const eventsOf = async (headers: Record<string, string>) =>
  (await product.app.inject({ url: '/api/security-events', headers })).json();
const noted = (kind: string) => lines.filter((line) => line.msg === 'security event' && line.kind === kind);
const guess = (email: string, ip: string) =>
  client.call('signInWithPassword', { email, password: 'plum' }, { ip });

it('security events: a night of guessing is one row of each kind, which its owner reads', async () => {
  const maren = await signedIn(product);
  for (let i = 0; i < 12; i += 1) await guess(maren.email, '198.51.100.20');
  await expect
    .poll(() => eventsOf(maren.headers))
    .toMatchObject([
      { kind: 'locked-out', count: 2 },
      { kind: 'wrong-password', count: 10 },
      { kind: 'signed-in', count: 1 },
    ]);
  expect(await eventsOf((await signedIn(product)).headers)).toMatchObject([{ kind: 'signed-in' }]);
});

it('security events: weeks of guessing push no sign-in out of the list', async () => {
  const maren = await signedIn(product);
  const noise = ['wrong-password', 'locked-out', 'link-mailed'] as const;
  const days = Array.from({ length: 30 }, (_, day) => new Date(Date.now() + (day + 1) * 86_400_000));
  await product.services.db
    .insert(securityEvents)
    .values(
      days.flatMap((lastAt) =>
        noise.map((kind) => ({ uid: maren.uid, kind, day: lastAt.toISOString().slice(0, 10), lastAt })),
      ),
    );
  const kinds = (await eventsOf(maren.headers)).map(({ kind }: { kind: string }) => kind);
  expect(kinds.sort()).toEqual(['link-mailed', 'locked-out', 'signed-in', 'wrong-password']);
});

it('security events: lines name accounts by number, addresses and networks by keyed hash', async () => {
  const maren = await signedIn(product);
  lines.length = 0;
  await guess(maren.email, '198.51.100.21');
  await guess('nobody.here@example.com', '198.51.100.21');
  const [known, unknown] = noted('wrong-password');
  expect(known).toMatchObject({ account: maren.uid, outcome: 'refused' });
  expect(unknown?.network).toBe(known?.network);
  expect(known?.network).toMatch(/^[\w-]{16}$/);
  expect(unknown?.account).toMatch(/^[\w-]{16}$/);
  expect(JSON.stringify(lines)).not.toMatch(/198\.51|nobody\.here/);
  await product.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { ...product.origin, authorization: 'Bearer a.b.c' },
  });
  expect(noted('token-refused')).toHaveLength(1);
});

it('security events: what goes beyond a limit has a line', async () => {
  const maren = await signedIn(product);
  lines.length = 0;
  const ask = () => client.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: maren.idToken });
  while ((await ask()).statusCode === 200);
  await expect.poll(() => noted('limited')).toMatchObject([{ outcome: 'refused' }]);
});

it('security events: a call that is not allowed has a line', async () => {
  const [maren, stranger] = [await signedIn(product), await signedIn(product)];
  const [{ id }] = (await product.app.inject({ url: '/api/sessions', headers: maren.headers })).json();
  lines.length = 0;
  const ends = (headers: Record<string, string>) =>
    product.app.inject({ method: 'DELETE', url: `/api/sessions/${id}`, headers });
  const { cookie } = stranger;
  const asked = [stranger.headers, product.origin, { cookie, origin: 'https://elsewhere.example' }];
  const answers = await Promise.all(asked.map(ends));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401, 403]);
  await expect.poll(() => noted('denied')).toHaveLength(3);
  expect(noted('denied').map(({ account }) => account)).toContain(stranger.uid);
});

it('security events: a sign-in names its way, and ways in other than by password that fail have a line', async () => {
  lines.length = 0;
  const { uid, email } = await signedIn(product);
  expect(noted('signed-in')).toMatchObject([{ account: uid, by: 'password' }]);
  await client.call('signInWithEmailLink', { email, oobCode: 'a'.repeat(43) });
  const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' };
  const asked = await product.app.inject({
    method: 'POST',
    url: '/identity/passkeys/sign-in',
    headers: product.origin,
    payload: { response: { id: 'AA', rawId: 'AA', type: 'public-key', response } },
  });
  expect(asked.json().code).toBe('PASSKEY_UNKNOWN');
  await expect.poll(() => noted('denied')).toHaveLength(2);
});

it('security events: a changed password is noted and told to its owner, at a confirmed address alone', async () => {
  const maren = await signedIn(product, { verified: true });
  const stranger = await signedIn(product);
  for (const { idToken } of [maren, stranger])
    await client.call('update', { idToken, password: 'quince-tree-8' });
  const [mail] = await client.mailsTo(maren.email);
  expect(mail).toMatchObject({ subject: 'Your password was changed' });
  expect(mail?.text).toContain('Forgot password?');
  expect(await client.mailsTo(stranger.email)).toEqual([]);
  const rows = () =>
    product.services.db.select().from(securityEvents).where(eq(securityEvents.uid, maren.uid));
  await expect.poll(async () => (await rows()).map(({ kind }) => kind)).toContain('password-changed');
  await sweepIdentity(product.services.db, Date.now() + 91 * 24 * 3_600_000);
  expect(await rows()).toEqual([]);
});
