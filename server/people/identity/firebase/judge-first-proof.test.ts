import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient } from '../../../../test/identity/identity-client.ts';
import {
  type GoogleStandIn,
  PROJECT,
  startGoogleStandIn,
} from '../../../../test/stand-ins/google-stand-in.ts';
import { letterPayload, storedPhoto } from '../../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { users } from '../../users/schema.ts';
import { firebasePeople } from '../schema.ts';

let google: GoogleStandIn;
let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  google = await startGoogleStandIn();
  product = await startTestProduct({
    env: {
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: 'AIza-plum',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'letters@example.org',
    },
    outside: google.outside,
  });
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await google.close();
});

const now = () => Math.floor(Date.now() / 1000);
/** When everybody here signs up, in seconds; so that what comes later is not in the future. */
const SIGN_UP = now() - 600;

/** A browser with its cookies. */
class Browser {
  cookie = '';
  readonly uid: string;

  constructor(uid: string) {
    this.uid = uid;
  }

  /** Presents a token of its person, so many seconds after the sign-up. */
  async sync(after: number, { provider = 'password', ...claims }: Record<string, unknown> = {}) {
    const idToken = await google.idToken({
      sub: this.uid,
      user_id: this.uid,
      email: `${this.uid}@example.com`,
      name: undefined,
      iat: SIGN_UP + after,
      auth_time: SIGN_UP + after,
      firebase: { sign_in_provider: provider },
      ...claims,
    });
    const answer = await client.openSession(idToken, { cookie: this.cookie });
    if (answer.cookies.length > 0) {
      const kept = new Map(this.cookie.split('; ').map((pair) => [pair.split('=')[0], pair]));
      for (const { name, value } of answer.cookies) kept.set(name, `${name}=${value}`);
      this.cookie = [...kept.values()].filter(Boolean).join('; ');
    }
    return { status: answer.statusCode, ...answer.json() };
  }

  async call(method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = { ...product.origin, cookie: this.cookie };
    const answer = await product.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return answer.json();
  }

  async seen() {
    const user = await this.call('POST', '/api/users', { firebaseUid: this.uid, displayName: 'Mallory' });
    return {
      name: user.displayName,
      credits: user.credits,
      recipients: (await this.call('GET', '/api/recipients')).length,
      letters: (await this.call('GET', '/api/letters')).map(({ status }: { status: string }) => status),
    };
  }
}

/** Somebody who signed up without a confirmed address, with a name, a recipient and a sealed letter. */
async function unconfirmed() {
  const browser = new Browser(`firebase-${randomBytes(6).toString('hex')}`);
  const { uid } = browser;
  const passwordIs = (after: number, more: object = {}) =>
    google.accounts.set(uid, { passwordUpdatedAt: (SIGN_UP + after) * 1000 + 400, ...more });
  passwordIs(0);
  await browser.sync(0, { email_verified: false, name: 'Mallory' });
  await browser.call('POST', '/api/users', { firebaseUid: uid });
  await browser.call('POST', '/api/redeem-coupon', { code: 'WELCOME5' });
  await browser.call('POST', '/api/recipients', { name: 'Mum', email: 'mallory@example.org' });
  const letter = letterPayload([await storedPhoto(product, uid)]);
  const { id } = await browser.call('POST', '/api/letters', letter);
  await browser.call('POST', `/api/letters/${id}/send`);
  return { maker: browser, uid, passwordIs, elsewhere: () => new Browser(uid) };
}
const MADE = { name: 'Mallory', credits: 4, recipients: 1 };
const NOTHING = { name: null, credits: 0, recipients: 0, letters: [] };

describe('Firebase mode: an account that its address’s owner opens for the first time', () => {
  it.each([
    ['by a reset', { provider: 'password' }, 120, {}],
    ['by Apple', { provider: 'apple.com' }, 0, {}],
    ['by a link that signs in', { provider: 'password' }, 0, { emailLinkSignin: true }],
    [
      'by such a link, after they changed the password',
      { provider: 'password' },
      60,
      { emailLinkSignin: true },
    ],
  ])('begins empty, and is closed to whoever made it: %s', async (_how, claims, passwordAfter, more) => {
    const { maker, passwordIs, elsewhere } = await unconfirmed();
    expect((await maker.seen()).letters).toEqual(['sealed']);
    passwordIs(passwordAfter, more);
    const owner = elsewhere();
    expect(await owner.sync(130, { ...claims, name: 'Mallory' })).toMatchObject({
      status: 200,
      displayName: null,
    });
    expect(await owner.seen()).toEqual(NOTHING);
    const { name, body, referer } = google.calls.at(-1) ?? {};
    expect([name, body?.deleteAttribute, referer]).toEqual([
      'update',
      ['DISPLAY_NAME', 'PHOTO_URL', ...('emailLinkSignin' in more ? ['PASSWORD'] : [])],
      `${product.services.config.publicUrl}/`,
    ]);

    // The cookie, a token from before, the browser that was known, and a later token of that sign-in.
    expect((await maker.call('GET', '/api/recipients')).code).toBe('SIGN_IN_NEEDED');
    expect(await maker.sync(60, { email_verified: false, auth_time: SIGN_UP })).toMatchObject({
      status: 401,
      code: 'SIGN_IN_ENDED',
    });
    expect((await maker.sync(140, { auth_time: SIGN_UP })).status).toBe(401);
    // The same token again, one with the name that the owner gave, and the welcome coupon.
    expect(await owner.sync(130, { ...claims, name: 'Mallory' })).toMatchObject({ displayName: null });
    const renamed = await owner.sync(200, { ...claims, auth_time: SIGN_UP + 130, name: 'Ilse' });
    expect(renamed).toMatchObject({ status: 200, displayName: 'Ilse', emailVerified: true });
    expect(await owner.call('POST', '/api/redeem-coupon', { code: 'WELCOME5' })).toMatchObject({
      creditsGranted: 5,
    });
  });

  it('by Apple: a password that the project has put out of use opens it no more, in a known browser neither', async () => {
    const { maker, passwordIs, elsewhere } = await unconfirmed();
    passwordIs(0, { providers: ['apple.com'] });
    expect(await maker.sync(140, { auth_time: SIGN_UP })).toMatchObject({
      status: 401,
      code: 'SIGN_IN_ENDED',
    });
    const owner = elsewhere();
    await owner.sync(150, { provider: 'apple.com' });
    expect(await owner.seen()).toEqual(NOTHING);
  });

  it('also where an address of theirs was proved before it', async () => {
    const { maker, uid, passwordIs, elsewhere } = await unconfirmed();
    await maker.sync(10);
    const [email, victim] = [`victim-of-${uid}@example.com`, elsewhere()];
    await maker.sync(20, { email, email_verified: false });
    passwordIs(300, { email });
    await victim.sync(310, { email });
    expect(await victim.seen()).toEqual(NOTHING);
  });
});

describe('Firebase mode: whoever made the account keeps everything', () => {
  it('when the link of the project is opened anywhere, and sealed letters leave', async () => {
    const { passwordIs, elsewhere } = await unconfirmed();
    passwordIs(0);
    const phone = elsewhere();
    expect((await phone.sync(130)).status).toBe(200);
    expect(await phone.seen()).toEqual({ ...MADE, letters: ['queued'] });
  });

  it.each(['password', 'apple.com'])(
    'in a browser that is known, after a reset or by Apple: %s',
    async (provider) => {
      const { maker, passwordIs } = await unconfirmed();
      passwordIs(120, { providers: [provider] });
      await maker.sync(130, { provider });
      // But what was sealed: the address's owner may not have written it.
      expect(await maker.seen()).toEqual({ ...MADE, credits: 5, letters: [] });
    },
  );

  it('once the address is proved: a later reset takes nothing, and an older token in another tab changes nothing', async () => {
    const { maker, passwordIs, elsewhere } = await unconfirmed();
    await maker.sync(10, { auth_time: SIGN_UP });
    const otherTab = await maker.sync(5, { email_verified: false, auth_time: SIGN_UP });
    expect(otherTab).toMatchObject({ status: 200, emailVerified: true });
    // With no session of its sign-in, such a token opens none.
    expect((await elsewhere().sync(5, { email_verified: false })).status).toBe(401);
    passwordIs(120);
    const phone = elsewhere();
    expect((await phone.sync(130)).emailVerified).toBe(true);
    expect(await phone.seen()).toMatchObject(MADE);
  });
});

it.each([
  ['the password is another', 120, NOTHING],
  ['the password is the same', 0, { ...MADE, letters: ['queued'] }],
])(
  'Firebase mode: of people from before tokens were noted the product record tells, when %s',
  async (_when, after, seen) => {
    const { uid, passwordIs, elsewhere } = await unconfirmed();
    const { db } = product.services;
    await db.delete(firebasePeople).where(eq(firebasePeople.uid, uid));
    const createdAt = new Date(SIGN_UP * 1000);
    await db.update(users).set({ createdAt }).where(eq(users.accountUid, uid));
    passwordIs(after);
    const browser = elsewhere();
    await browser.sync(130);
    expect(await browser.seen()).toEqual(seen);
  },
);

describe('Firebase mode: while the project cannot be asked', () => {
  it('a first proof is answered 503 and changes nothing; later it counts', async () => {
    const { passwordIs, elsewhere } = await unconfirmed();
    passwordIs(120);
    const owner = elsewhere();
    google.down = true;
    try {
      expect((await owner.sync(130)).status).toBe(503);
      expect(owner.cookie).toBe('');
    } finally {
      google.down = false;
    }
    await owner.sync(130);
    expect(await owner.seen()).toEqual(NOTHING);
  });

  it('a token that the project refuses is refused, and so is one of another address', async () => {
    const { passwordIs, elsewhere } = await unconfirmed();
    passwordIs(120, { validSince: SIGN_UP + 135 });
    expect((await elsewhere().sync(130)).status).toBe(401);
    passwordIs(120, { email: 'another@example.com' });
    expect((await elsewhere().sync(140)).status).toBe(401);
  });
});
