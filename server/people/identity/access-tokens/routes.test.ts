import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM_LETTERS_A_DAY, TOKEN_SCOPES, type TokenScope } from '../../../../shared/access-tokens.ts';
import { IdentityClient, PASSWORD, type Signed } from '../../../../test/identity/identity-client.ts';
import { programOf } from '../../../../test/support/access-token.ts';
import { alreadyCounted } from '../../../../test/support/already-counted.ts';
import { letterPayload, storedPhoto, userWithCredits } from '../../../../test/support/factories.ts';
import { signedIn } from '../../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { openLog } from '../../../core/log.ts';
import { writeEntry } from '../../../money/credits/ledger.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { refreshTokens, sessions } from '../schema.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';

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

/** Somebody with a password and a confirmed address, signed in just now. */
async function owner(): Promise<Signed & { headers: Record<string, string> }> {
  const person = await client.signUp();
  await client.call('update', { oobCode: await client.verificationCode(person), idToken: person.idToken });
  return { ...person, headers: { ...product.origin, cookie: await client.cookieOf(person) } };
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';

async function call(method: Method, url: string, headers: object, payload?: object, ip = '10.1.2.3') {
  const answer = await product.app.inject({
    method,
    url,
    headers: { ...headers },
    remoteAddress: ip,
    ...(payload ? { payload } : {}),
  });
  const isJson = /json/.test(String(answer.headers['content-type'])) && answer.body !== '';
  const body = isJson ? answer.json() : null;
  return { status: answer.statusCode, headers: answer.headers, body };
}

const make = (headers: object, scopes: TokenScope[] = [...TOKEN_SCOPES]) =>
  call('POST', '/api/access-tokens', headers, { name: ' The\nphone ', scopes });
const shown = ({ body }: { body: { token: string } }) => ({ authorization: `Bearer ${body.token}` });
const list = async (headers: object) => (await call('GET', '/api/access-tokens', headers)).body;
const WRONG = `Bearer slow_${'plum'.repeat(10)}pit`;
const letters = (headers: object) => call('GET', '/api/letters', headers);

it('access tokens: a program uses up none of what its owner writes and uploads', async () => {
  const { headers, uid } = await userWithCredits(product, { verified: true });
  const program = await programOf(product, { uid, email: 'maren@example.org' });
  const payload = letterPayload([await storedPhoto(product, uid)]);
  const written = (as: object) => call('POST', '/api/letters', { ...product.origin, ...as }, payload);
  const upload = (as: object) =>
    product.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...product.origin, ...as, 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nplum\r\n--x--\r\n',
    });
  expect([(await written(program)).status, (await upload(program)).statusCode]).toEqual([200, 415]);
  for (const counter of ['created letters', 'upload-photos']) await alreadyCounted(product, counter, 200);
  expect([(await written(program)).status, (await upload(program)).statusCode]).toEqual([429, 429]);
  expect([(await written(headers)).status, (await upload(headers)).statusCode]).toEqual([200, 415]);
});

describe('access tokens: making one', () => {
  it('shows it once, stores its hash, lists its use within the hour, and mails the owner', async () => {
    const person = await owner();
    const made = await make(person.headers, ['read']);
    expect(made.body).toMatchObject({ name: 'The phone', scopes: ['read'], lastUsedAt: null });
    expect(made.body.token).toMatch(/^slow_[\w-]{43}$/);
    const stored = await product.services.db.select().from(sessions).where(eq(sessions.uid, person.localId));
    expect(JSON.stringify(stored)).not.toContain(made.body.token);
    expect(JSON.stringify(lines)).not.toContain(made.body.token);
    const [listed] = await list(person.headers);
    expect(listed).toEqual({
      ...listed,
      id: made.body.id,
      name: 'The phone',
      scopes: ['read'],
      lastUsedAt: null,
    });
    expect(Object.keys(listed ?? {})).not.toContain('token');
    expect((await client.mailsTo(person.email)).at(-1)?.subject).toMatch(/^Another program/);
    // It is no browser's.
    expect((await call('GET', '/api/sessions', person.headers)).body).toHaveLength(1);

    expect((await letters(shown(made))).status).toBe(200);
    const used = await list(person.headers);
    expect(used).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    await letters(shown(made));
    expect(await list(person.headers)).toEqual(used);
    const ago = sql`now() - interval '61 minutes'`;
    await product.services.db
      .update(sessions)
      .set({ syncedAt: ago, createdAt: sql`now() - interval '1 day'` })
      .where(eq(sessions.id, made.body.id));
    const [before] = await list(person.headers);
    await letters(shown(made));
    expect(await list(person.headers)).not.toEqual([before]);
  });

  it('wants a confirmed address, a sign-in of the last five minutes, a name and a scope; ten at most', async () => {
    const squatter = await client.signUp();
    const unconfirmed = { ...product.origin, cookie: await client.cookieOf(squatter) };
    expect((await make(unconfirmed)).body.code).toBe('ADDRESS_UNCONFIRMED');
    const person = await owner();
    for (const body of [
      { name: '', scopes: ['read'] },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
    ])
      expect((await call('POST', '/api/access-tokens', person.headers, body)).status).toBe(400);
    const made = await Promise.all(Array.from({ length: 11 }, () => make(person.headers)));
    expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 409]);
    const program = await programOf(product, { uid: person.localId, email: person.email });
    expect((await make({ ...product.origin, ...program })).body.code).toBe('TOKEN_SCOPE');
    await product.services.db
      .update(refreshTokens)
      .set({ authTime: sql`now() - interval '6 minutes'` })
      .where(eq(refreshTokens.uid, person.localId));
    expect((await make(person.headers)).body.code).toBe('PROOF_NEEDED');
  });

  it('is not offered in Firebase mode, where a token of before opens nothing', async () => {
    const env = { FIREBASE_PROJECT_ID: 'plum', FIREBASE_API_KEY: 'key' };
    const firebase = await startTestProduct({ env });
    const headers = await programOf(firebase, { uid: 'maren', email: 'maren@example.org' });
    expect((await firebase.app.inject({ url: '/api/letters', headers })).statusCode).toBe(401);
    expect((await firebase.app.inject({ url: '/api/access-tokens' })).statusCode).toBe(404);
    await firebase.close();
  });
});

describe('access tokens: using one', () => {
  it('needs neither cookie nor Origin, and a cookie beside it counts for nothing', async () => {
    const [maren, ilse] = [await userWithCredits(product, { verified: true }), await signedIn(product)];
    const program = await programOf(product, maren);
    const url = await storedPhoto(product, maren.uid);
    const both = { ...program, cookie: ilse.cookie, origin: 'https://elsewhere.example' };
    expect((await call('POST', '/api/letters', both, letterPayload([url]))).status).toBe(200);
    const wrong = { authorization: WRONG, cookie: maren.cookie, ...product.origin };
    expect(await letters(wrong)).toMatchObject({ status: 401, body: { code: 'TOKEN_REFUSED' } });
    // Signing out reads the cookie itself.
    expect((await call('DELETE', '/api/session', { ...program, cookie: maren.cookie })).status).toBe(403);
    expect((await letters(maren.headers)).status).toBe(200);
  });

  it('is no wider by another method, spelling, host or place of the token', async () => {
    const maren = await userWithCredits(product, { verified: true });
    const reads = await programOf(product, maren, ['read']);
    const token = reads.authorization.replace('Bearer ', '');
    for (const [method, url] of [
      ['HEAD', '/api/me'],
      ['HEAD', '/api/account/holdings'],
      ['OPTIONS', '/api/letters'],
      ['GET', '/api/me/'],
      ['GET', '/api/%6de'],
      ['GET', '//api/letters'],
      ['GET', '/api/letters/../me'],
      ['GET', '/api/letters/%2e%2e/me'],
      ['GET', '/api/letters%2f..%2fme'],
      ['POST', '/api/letters'],
      ['POST', '/api/letters/'],
      ['POST', '/api/recipients?x=/api/letters'],
      ['DELETE', '/api/sessions'],
      ['GET', '/api/config'],
      ['GET', '/account'],
      ['GET', '/no/such/page'],
      ['POST', '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=embedded'],
    ] as const) {
      const answer = await call(method, url, { ...reads, ...product.origin });
      expect([url, answer.status < 400], `${method} ${url}: ${answer.status}`).toEqual([url, false]);
    }
    for (const url of [
      '/api/letters',
      '/api/letters/',
      '/api/%6cetters',
      '/api/letters?recipient=x@example.org',
    ])
      expect([url, (await call('GET', url, reads)).status]).toEqual([url, 200]);
    expect((await call('HEAD', '/api/letters/1', reads)).status).toBe(404);
    expect((await call('GET', `/api/letters?access_token=${token}&token=${token}`, {})).status).toBe(401);
    for (const authorization of [token, `Basic ${token}`, `Bearer x${token}`])
      expect((await call('GET', '/api/letters', { authorization })).status).toBe(401);
    expect((await call('GET', '/api/letters', { authorization: `bearer  ${token}` })).status).toBe(200);
  });

  it("opens its owner's things alone", async () => {
    const [maren, ilse] = [
      await userWithCredits(product, { verified: true }),
      await userWithCredits(product),
    ];
    const url = await storedPhoto(product, maren.uid);
    const letter = await call('POST', '/api/letters', maren.headers, letterPayload([url]));
    const { id } = letter.body;
    const stranger = await programOf(product, ilse);
    expect((await call('GET', `/api/letters/${id}`, stranger)).status).toBe(404);
    expect((await call('POST', `/api/letters/${id}/send`, stranger)).status).toBe(404);
    lines.length = 0;
    expect((await call('GET', '/api/me', stranger)).status).toBe(403);
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'denied', account: ilse.uid }));
    expect((await call('GET', url.replace('/uploads', '/api/photo'), stranger)).status).toBe(404);
  });

  it('wrong ones have a line each, and after twenty of a network a rest; the right one passes', async () => {
    const right = await programOf(product, await signedIn(product));
    lines.length = 0;
    const guess = () => call('GET', '/api/letters', { authorization: WRONG }, undefined, '192.0.2.9');
    const guesses = await Promise.all(Array.from({ length: 22 }, guess));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(20).fill(401), 429, 429]);
    expect(guesses[0]?.headers['www-authenticate']).toContain('invalid_token');
    expect(lines.filter(({ kind }) => kind === 'token-refused')).toHaveLength(22);
    expect((await call('GET', '/api/letters', right, undefined, '192.0.2.9')).status).toBe(200);
  });
});

describe('access tokens: sending', () => {
  async function sender() {
    const maren = await userWithCredits(product, { verified: true });
    await product.services.db.transaction((tx) =>
      writeEntry(tx, { userId: maren.userId, delta: 40, kind: 'grant', reference: `for ${maren.uid}` }),
    );
    const urls = [await storedPhoto(product, maren.uid)];
    const written = async (n: number) => {
      const body = letterPayload(urls, { recipientEmail: `ilse-${n}@example.org` });
      const answer = await call('POST', '/api/letters', maren.headers, body);
      return `/api/letters/${answer.body.id}/send`;
    };
    return { maren, written };
  }

  it('stops at the day’s bound, however many tokens send at once; the person goes on', async () => {
    const { maren, written } = await sender();
    const [one, other] = [await programOf(product, maren), await programOf(product, maren, ['send'])];
    const urls: string[] = [];
    for (let n = 0; n < PROGRAM_LETTERS_A_DAY + 3; n += 1) urls.push(await written(n));
    const sent = await Promise.all(urls.map((url, n) => call('POST', url, n % 2 ? one : other)));
    const count = (status: number) => sent.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([PROGRAM_LETTERS_A_DAY, 3]);
    // What was sent is answered again, and what was refused cost nothing.
    const again = urls[sent.findIndex(({ status }) => status === 200)] ?? '';
    expect((await call('POST', again, one)).status).toBe(200);
    const refused = urls[sent.findIndex(({ status }) => status === 429)] ?? '';
    expect((await call('POST', refused, maren.headers)).status).toBe(200);
    expect((await call('POST', refused.replace('/send', ''), one)).status).toBe(403);
  });

  it('encloses no stamp, which would give credits away', async () => {
    const { maren, written } = await sender();
    const program = await programOf(product, maren);
    const url = await written(1);
    expect(await call('POST', url, program, { stamp: true })).toMatchObject({
      status: 403,
      body: { code: 'TOKEN_SCOPE' },
    });
    expect((await call('POST', url, program, { stamp: false })).status).toBe(200);
  });
});

type Owner = Awaited<ReturnType<typeof owner>>;

describe('access tokens: what ends them', () => {
  it.each<[string, (person: Owner, id: string) => Promise<unknown>]>([
    ['its owner', ({ headers }, id) => call('DELETE', `/api/sessions/${id}`, headers)],
    ["'Sign out everywhere else'", ({ headers }) => call('DELETE', '/api/sessions', headers)],
    ['a new password', ({ idToken }) => client.call('update', { idToken, password: 'medlar-tree-9' })],
    [
      'a reset',
      async (person) =>
        client.call('resetPassword', {
          oobCode: await client.resetCode(person),
          newPassword: 'quince-tree-8',
        }),
    ],
    ['a disabled account', ({ localId }) => setAccountDisabled(product.services, localId, true)],
    ['deletion by the identity service', ({ idToken }) => client.call('delete', { idToken })],
    [
      'deletion of everything',
      ({ headers, email, idToken }) => call('POST', '/api/account/delete', headers, { email, idToken }),
    ],
  ])('%s', async (_what, end) => {
    const person = await owner();
    const made = await make(person.headers);
    expect((await letters(shown(made))).status).toBe(200);
    await end(person, made.body.id);
    expect((await letters(shown(made))).body.code).toBe('TOKEN_REFUSED');
    // Not alive again where the account is.
    await setAccountDisabled(product.services, person.localId, false);
    expect((await letters(shown(made))).status).toBe(401);
  });

  it('another person, no; a year without use, yes', async () => {
    const [person, stranger] = [await owner(), await owner()];
    const made = await make(person.headers);
    expect((await call('DELETE', `/api/sessions/${made.body.id}`, stranger.headers)).status).toBe(404);
    expect((await call('DELETE', '/api/sessions', stranger.headers)).status).toBe(200);
    expect((await letters(shown(made))).status).toBe(200);
    const [row] = await product.services.db.select().from(sessions).where(eq(sessions.id, made.body.id));
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    await product.services.db
      .update(sessions)
      .set({ expiresAt: sql`now()` })
      .where(eq(sessions.id, made.body.id));
    expect((await letters(shown(made))).status).toBe(401);
    expect(await list(person.headers)).toEqual([]);
  });

  it('a request that waited: what was revoked meanwhile writes nothing', async () => {
    const maren = await userWithCredits(product, { verified: true });
    const program = await programOf(product, maren);
    const { db } = product.services;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from sessions where uid = ${maren.uid} for update`);
      const writing = call(
        'POST',
        '/api/letters',
        program,
        letterPayload([await storedPhoto(product, maren.uid)]),
      );
      await tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.uid, maren.uid));
      sessionCacheOf(product.services).forgetUid(maren.uid);
      void writing.then(({ status }) => statuses.push(status));
    });
    await expect.poll(() => statuses).toEqual([401]);
  });
  const statuses: number[] = [];
});

it('access tokens: signing in with the password again keeps them', async () => {
  const person = await owner();
  const made = await make(person.headers);
  const again = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
  await client.cookieOf(again.json());
  expect((await letters(shown(made))).status).toBe(200);
});
