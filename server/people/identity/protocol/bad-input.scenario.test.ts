import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { rounds } from '../../../../test/support/rounds.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';

const SIGN_UP = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=embedded';

let product: TestProduct;
let client: IdentityClient;
let port: number;
beforeAll(async () => {
  product = await startTestProduct({ listen: true });
  client = new IdentityClient(product);
  const address = product.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The product does not listen.');
  port = address.port;
});
afterAll(() => product.close());

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { ...product.origin, 'content-type': 'application/json', ...headers },
    payload,
  });

/**
 * Over a real socket: what the parser of HTTP itself refuses never reaches a route. It hangs up while we still
 * write, so its 431 may be lost on the way.
 */
function statusOver(headers: Record<string, string>): Promise<number | 'hung up'> {
  return new Promise((resolve, reject) => {
    const call = request({ port, path: '/api/sessions', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve('hung up') : reject(error),
    );
    call.end();
  });
}

describe('a JSON bomb', () => {
  it.each([
    ['nested arrays', '['.repeat(15_000) + ']'.repeat(15_000)],
    ['nested objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['arrays that never end', '['.repeat(32_000)],
    ['a nested field', `{"email":${'['.repeat(15_000)}${']'.repeat(15_000)}}`],
    ['a huge number', `{"email":${'9'.repeat(30_000)}}`],
    ['many keys', `{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['__proto__', '{"__proto__":{"email":"a@example.com","password":"plum-tree-7"}}'],
    ['constructor', '{"constructor":{"prototype":{"email":"a@example.com"}}}'],
  ])('hostile input: %s is refused by identity and session calls', async (_what, bomb) => {
    for (const url of [SIGN_UP, '/api/session', '/api/users']) {
      const answer = await post(url, bomb);
      expect([400, 401, 403], `${url} ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
    }
    expect(Object.hasOwn(Object.prototype, 'email')).toBe(false);
  });
});

describe('oversized input', () => {
  it('bodies are refused in the error format of the call', async () => {
    const large = JSON.stringify({ email: 'a'.repeat(40_000) });
    expect((await post(SIGN_UP, large)).json().error.code).toBe(413);
    const larger = await post('/api/users', JSON.stringify({ firebaseUid: 'a'.repeat(300_000) }));
    expect(larger.statusCode).toBe(413);
    expect(larger.json().code).toBe('TOO_LARGE');
  });

  it('headers are refused by the HTTP parser, and the server continues', async () => {
    expect([431, 'hung up']).toContain(await statusOver({ 'x-filler': 'x'.repeat(20_000) }));
    expect(await statusOver({ cookie: `session=${'x'.repeat(12_000)}` })).toBe(401);
    expect(await statusOver({ authorization: `Bearer ${'x'.repeat(12_000)}` })).toBe(401);
  });

  it('an ID token over 8 KB is refused without parsing', async () => {
    const { idToken } = await client.signUp();
    expect((await client.openSession(`${idToken}${'x'.repeat(8_192)}`)).statusCode).toBe(401);
    expect((await client.openSession(idToken)).statusCode).toBe(200);
  });

  it('a password over 4,096 characters is refused without hashing', async () => {
    const email = 'long@example.com';
    const signUp = await client.call('signUp', { email, password: 'x'.repeat(4_097) });
    expect(refusalOf(signUp)).toMatch(/^PASSWORD_DOES_NOT_MEET_REQUIREMENTS/);
    expect((await client.call('signUp', { email, password: 'x'.repeat(4_096) })).statusCode).toBe(200);
  });
});

describe('cookies', () => {
  it('many, duplicate or binary cookies leave the request signed out, without an error', async () => {
    const person = await client.signUp();
    const good = await client.cookieOf(person);
    const many = Array.from({ length: 300 }, (_, i) => `c${i}=x`).join('; ');
    for (const cookie of ['session=%E0%A4%A', 'session', '=;;=', `${many}; session=x.y`, 'session="'])
      expect((await product.app.inject({ url: '/api/sessions', headers: { cookie } })).statusCode).toBe(401);
    const among = { cookie: `${many}; ${good}` };
    expect((await product.app.inject({ url: '/api/sessions', headers: among })).statusCode).toBe(200);
  });
});

describe('spoofed X-Forwarded-For', () => {
  const spray = async (of: TestProduct, last: string) => {
    const guesses = Array.from({ length: 101 }, (_, i) =>
      of.app.inject({
        method: 'POST',
        url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded',
        headers: { ...of.origin, 'x-forwarded-for': `203.0.113.${i}, ${last.replace('#', String(i))}` },
        remoteAddress: '198.51.100.9',
        payload: { email: `spray-${i}@example.com`, password: PASSWORD },
      }),
    );
    const answers = await Promise.all(guesses);
    return answers.filter((answer) => refusalOf(answer).startsWith('TOO_MANY')).length;
  };

  it('does not avoid the lock-out: ignored without TRUST_PROXY, else only the proxy’s own entry counts', async () => {
    expect(await spray(product, '203.0.113.250')).toBe(1);
    const behind = await startTestProduct({ env: { TRUST_PROXY: '1' } });
    try {
      expect(await spray(behind, '192.0.2.7')).toBe(1);
      // The address that our proxy adds is read: from 101 networks nobody is locked out.
      expect(await spray(behind, '192.0.2.1#')).toBe(0);
    } finally {
      await behind.close();
    }
  });
});

describe('password guessing', () => {
  it('concurrent guesses from three hundred networks test at most a hundred passwords', async () => {
    const guesses = rounds(600, 3_000);
    const guessed = await startTestProduct();
    try {
      const victim = new IdentityClient(guessed);
      const { email } = await victim.signUp();
      const counts = new Map<string, number>();
      const guess = async (i: number) => {
        const ip = `10.${i % 10}.${Math.floor(i / 10) % 30}.1`;
        // The right password is among them, after the lock-out.
        const password = i === guesses / 2 ? PASSWORD : `guess-${i}`;
        const answer = await victim.call('signInWithPassword', { email, password }, { ip });
        const code = answer.statusCode === 200 ? 'IN' : (refusalOf(answer).split(' : ')[0] ?? '');
        counts.set(code, (counts.get(code) ?? 0) + 1);
      };
      for (let from = 0; from < guesses; from += 50)
        await Promise.all(Array.from({ length: 50 }, (_, i) => guess(from + i)));
      const tried = counts.get('INVALID_LOGIN_CREDENTIALS') ?? 0;
      // Two hundred if a day (UTC) ended meanwhile.
      expect([100, 200]).toContain(tried);
      expect(counts.get('TOO_MANY_ATTEMPTS_TRY_LATER')).toBe(guesses - tried);
      expect(counts.has('IN')).toBe(false);
    } finally {
      await guessed.close();
    }
  });
});
