import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_SCOPES, type TokenScope } from '../shared/access-tokens.ts';
import {
  AUTHORISATION,
  BUILT,
  type Entry,
  ROLES,
  type Role,
  type Target,
} from '../test/authorisation/authorisation-table.ts';
import { type AppleStandIn, startAppleStandIn } from '../test/stand-ins/apple-stand-in.ts';
import { programOf } from '../test/support/access-token.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { muteUrl } from './answers/mute.ts';
import { addReply } from './answers/receive-reply.ts';
import { buildApp } from './app.ts';
import { projectFolder } from './core/project-folder.ts';
import { paySandboxSession } from './dev/sandbox-checkout/sandbox-provider.ts';
import { letters } from './letters/schema.ts';
import { refreshSession } from './money/payments/checkout/refresh.ts';
import { checkouts } from './money/payments/schema.ts';
import { PERSONAL_DATA } from './pages/account/personal-data.ts';
import { writeLettersLink } from './pages/all-letters/letters-link.ts';
import { accounts, passkeys, sessions } from './people/identity/schema.ts';
import { beginSignIn, signIdToken, storeRefreshToken } from './people/identity/tokens/tokens.ts';
import { reminderSettings } from './people/occasions/schema.ts';

interface Route {
  /** method and path, as in the table */
  key: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  ownProof: boolean;
}

/** Part of the owner's name, address and letters: may appear only in answers to those in `sees`. */
const MARK = /plumstone/i;

/** The letter that a role asks for, where it is not the one to the verified recipient. */
const TARGET_OF: Partial<Record<Role, 'unverified' | 'waiting'>> = {
  'unverified recipient': 'unverified',
  'recipient of a waiting letter': 'waiting',
};

let product: TestProduct;
let apple: AppleStandIn;
let app: FastifyInstance;
const routes: Route[] = [];
const people: Partial<Record<Role, Signed>> = {};
let targets: Record<'verified' | 'unverified' | 'waiting', Target>;

beforeAll(async () => {
  apple = await startAppleStandIn('http://localhost:3000/identity/apple/callback');
  product = await startTestProduct({
    env: { TEST_ROUTES: 'on', ...apple.env },
    outside: { apple: apple.origin },
  });
  app = await buildApp(product.services, { receiverPort: null, onRoute: (route) => collect(routes, route) });
  await app.ready();
  people.owner = await userWithCredits(product, {
    email: 'plumstone@example.org',
    displayName: 'Maren Plumstone',
    verified: true,
  });
  people['other user'] = await userWithCredits(product, { verified: true });
  people['verified recipient'] = await userWithCredits(product, { verified: true });
  people['recipient of a waiting letter'] = await userWithCredits(product, { verified: true });
  people['unverified recipient'] = await userWithCredits(product, { verified: false });
  targets = {
    verified: await makeTarget(people.owner, people['verified recipient'].email),
    unverified: await makeTarget(people.owner, people['unverified recipient'].email),
    waiting: await makeTarget(people.owner, people['recipient of a waiting letter'].email),
  };
  await product.services.db
    .update(letters)
    .set({ arriveLocal: '2099-12-24T08:00', arriveZone: 'UTC', arriveAt: new Date('2099-12-24T08:00Z') })
    .where(eq(letters.id, targets.waiting.letterId));
  await setWaiting('sealed');
});
afterAll(async () => {
  await app.close();
  await product.close();
  await apple.close();
});

const setWaiting = (status: 'sealed' | 'scheduled') =>
  product.services.db.update(letters).set({ status }).where(eq(letters.id, targets.waiting.letterId));

function collect(into: Route[], { method, url, config }: RouteOptions): void {
  for (const one of [method].flat()) {
    if (one === 'HEAD') continue;
    const plain = url.replace(/style\.[0-9a-f]+\.css$/, 'style.*.css');
    const ownProof = config?.ownProof ?? false;
    into.push({ key: `${one} ${plain}`, method: one as Route['method'], url, ownProof });
  }
}

const isBuilt = ({ url }: Route) =>
  BUILT.test(url) || existsSync(path.join(projectFolder, 'dist', 'web', ...url.split('/')));

/** One of everything that an owner can have, made by API calls. */
async function makeTarget(owner: Signed, recipientEmail: string): Promise<Target> {
  const call = async (url: string, payload: object = {}) => {
    const answer = await app.inject({ method: 'POST', url, headers: owner.headers, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };
  const photoUrl = await storedPhoto(product, owner.uid);
  const recipient = await call('/api/recipients', { name: 'Ilse Plumstone', email: recipientEmail });
  const group = await call('/api/recipient-groups', {
    name: `Plumstones ${randomUUID()}`,
    recipientIds: [recipient.id],
  });
  const payload = letterPayload([photoUrl], {
    recipientEmail,
    recipientName: 'Ilse Plumstone',
    emailMessage: 'The plumstone has sprouted.',
  });
  const letter = await call('/api/letters', payload);
  await call(`/api/letters/${letter.id}/send`);
  const [row] = await product.services.db.select().from(letters).where(eq(letters.id, letter.id));
  const packageId = await aPackage();
  const { sessionId } = await call('/api/create-checkout-session', { packageId });
  await paySandboxSession(product.services.db, sessionId, 0);
  await refreshSession(product.services, sessionId);
  const [bought] = await product.services.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.sessionId, sessionId));
  const given = await call('/api/gifts', { credits: 1, recipientName: 'Ilse Plumstone', recipientEmail });
  const day = { kind: 'birthday', month: 12, day: 4, year: 1946, remindDays: 7, recipientId: recipient.id };
  const occasion = await call('/api/occasions', day);
  const findSettings = () =>
    product.services.db.select().from(reminderSettings).where(eq(reminderSettings.ownerUid, owner.uid));
  if ((await findSettings()).length === 0) await call('/api/reminder-settings/feed');
  const [settings] = await findSettings();
  const place = { conversationId: letter.conversationId, side: 'sender' as const };
  return {
    uid: owner.uid,
    letterId: letter.id,
    conversationId: letter.conversationId,
    photoUrl,
    photo: path.basename(photoUrl),
    webToken: row?.webToken ?? '',
    mailedToken: row?.mailedToken ?? '',
    pagePhotoId: path.basename(await storedPhoto(product, `page:${letter.conversationId}`), '.jpg'),
    muteLink: new URL(muteUrl(product.services, place)).pathname,
    lettersLink: `/l/all/${writeLettersLink(product.services, {
      conversationId: letter.conversationId,
      uid: owner.uid,
      address: recipientEmail.toLowerCase(),
    })}`,
    recipientId: recipient.id,
    groupId: group.id,
    sessionId: await sessionElsewhere(owner),
    passkeyId: await aPasskey(owner),
    packageId,
    checkoutSessionId: sessionId,
    receiptId: bought?.id ?? '',
    recipientEmail,
    giftId: given.gifts[0].id,
    occasionId: occasion.id,
    stopToken: settings?.stopToken ?? '',
    feedToken: settings?.feedToken ?? '',
    fileId: await attachedFile(letter.conversationId, recipientEmail),
  };
}

/** A file that came with an answer. @returns its id */
async function attachedFile(conversationId: string, fromEmail: string): Promise<string> {
  const id = randomUUID();
  const storageKey = `files/${id.slice(0, 2)}/${id}`;
  const size = await product.services.storage.put(storageKey, Buffer.from('A file.'));
  await product.services.db.transaction((tx) =>
    addReply(tx, product.services, {
      conversationId,
      side: 'recipient',
      fromEmail,
      subject: '',
      body: 'A file.',
      fullText: 'A file.',
      emailProvider: 'Email',
      messageId: `<${id}@example.org>`,
      origin: 'mail',
      files: [{ id, storageKey, name: 'notes.pdf', size, scan: 'clean', incidental: false }],
    }),
  );
  return id;
}

async function aPackage(): Promise<string> {
  const [first] = (await app.inject({ url: '/api/credit-packages' })).json();
  return first.id;
}

async function aPasskey({ uid }: Signed): Promise<string> {
  const id = randomUUID();
  await product.services.db.insert(passkeys).values({
    id,
    uid,
    credentialId: id,
    publicKey: Buffer.alloc(0),
    counter: 0,
    transports: [],
    deviceType: 'singleDevice',
    backedUp: false,
    aaguid: id,
    name: 'The phone at Plumstone',
  });
  return id;
}

/** A second session of the same person. @returns its id */
async function sessionElsewhere(owner: Signed): Promise<string> {
  const { services } = product;
  const signIn = beginSignIn(owner.uid, 'password', new Date());
  await services.db.transaction((tx) => storeRefreshToken(tx, signIn));
  const [account] = await services.db.select().from(accounts).where(eq(accounts.uid, owner.uid));
  if (!account) throw new Error('The owner has no account.');
  const idToken = await signIdToken(services, account, [], signIn);
  const headers = { ...product.origin, authorization: `Bearer ${idToken}` };
  await app.inject({ method: 'POST', url: '/api/session', headers });
  const [row] = await services.db.select().from(sessions).where(eq(sessions.signInId, signIn.familyId));
  return row?.id ?? '';
}

/** Sessions that nothing has ended. */
let cookies: Partial<Record<Role, string>> = {};

/** Headers of a browser that is signed in. */
async function headersOf(role: Role): Promise<Record<string, string>> {
  const person = people[role];
  // The local mailbox checks the Host header.
  const ours = { ...product.origin, host: new URL(product.origin.origin).host };
  if (!person) return ours;
  cookies[role] ??= await openSession(person);
  return { ...ours, cookie: cookies[role] };
}

async function openSession(person: Signed): Promise<string> {
  // How many one person may open an hour is fewer than the table asks for.
  await product.services.db.execute(sql`delete from rate_counters where key = ${`session:${person.uid}`}`);
  const headers = { ...product.origin, authorization: `Bearer ${person.idToken}` };
  const [set] = (await app.inject({ method: 'POST', url: '/api/session', headers })).cookies;
  return `${set?.name}=${set?.value}`;
}

function requestOf(entry: Entry, route: Route, target: Target) {
  const payload = entry.body?.(target);
  return {
    method: route.method,
    url: entry.path?.(target) ?? route.url,
    ...(payload ? { payload } : {}),
  };
}

/** The answer to a request whose body does not end: its head is read, then the connection is closed. */
async function headOfStream(request: ReturnType<typeof requestOf>) {
  const answer = await app.inject({ ...request, payloadAsStream: true });
  answer.stream().destroy();
  return { statusCode: answer.statusCode, headers: answer.headers, body: '' };
}

const found = (key: string): Route => {
  const route = routes.find((one) => one.key === key);
  if (!route) throw new Error(`There is no route ${key}: take it out of the table.`);
  return route;
};

/** Every row of the tables that hold personal data, hashed by table. */
async function personalData(): Promise<Record<string, string>> {
  const tables = PERSONAL_DATA.flatMap(({ tables }) => tables.map((table) => getTableConfig(table).name));
  const hashes = tables.map(
    (table) =>
      sql`select ${table}::text as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash
        from ${sql.identifier(table)} t`,
  );
  const { rows } = await product.services.db.execute<{ name: string; hash: string }>(
    sql.join(hashes, sql` union all `),
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

describe('authorisation table', () => {
  it('has an entry for every route', () => {
    const missing = routes.filter((route) => !AUTHORISATION[route.key] && !isBuilt(route));
    expect(missing.map(({ key }) => key)).toEqual([]);
  });

  it('names the routes that need no Origin because the request carries a proof of its own', () => {
    const wrong = routes.filter(({ key, ownProof }) => (AUTHORISATION[key]?.ownProof ?? false) !== ownProof);
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  describe.each(Object.entries(AUTHORISATION))('%s', (key, entry) => {
    // A route may end the session.
    if (!key.startsWith('GET '))
      afterEach(() => {
        cookies = {};
      });

    it.each(ROLES.map((role, i) => ({ role, status: entry.answers[i] ?? 0 })))(
      'answers $status to $role',
      async ({ role, status }) => {
        const target = targets[TARGET_OF[role] ?? 'verified'];
        const request = { ...requestOf(entry, found(key), target), headers: await headersOf(role) };
        if (entry.stream && status < 400) {
          expect((await headOfStream(request)).statusCode).toBe(status);
          return;
        }
        const answer = await app.inject(request);
        expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status);
        expect(MARK.test(answer.body), answer.body.slice(0, 2_000)).toBe(entry.sees?.includes(role) ?? false);
      },
    );

    it(entry.token ? `lets a program do it by '${entry.token}' alone` : 'refuses every program', async () => {
      const ask = async (scopes: readonly TokenScope[]) => {
        const { owner } = people;
        if (!owner) throw new Error('There is no owner.');
        await product.services.db.delete(sessions).where(isNotNull(sessions.tokenHash));
        // Somebody else's cookie beside it counts for nothing.
        const headers = { ...(await headersOf('other user')), ...(await programOf(product, owner, scopes)) };
        return app.inject({ ...requestOf(entry, found(key), targets.verified), headers });
      };
      const others = TOKEN_SCOPES.filter((scope) => scope !== entry.token);
      const refused = await ask(others);
      expect(refused.statusCode, refused.body.slice(0, 300)).toBe(403);
      expect(refused.body).toMatch(/TOKEN_SCOPE|may not do that/);
      if (!entry.token) return;
      const allowed = await ask([entry.token]);
      expect(allowed.statusCode, allowed.body.slice(0, 300)).toBe(entry.answers[ROLES.indexOf('owner')]);
      expect(MARK.test(allowed.body)).toBe(entry.sees?.includes('owner') ?? false);
    });

    it('tells the recipient of a scheduled letter what it tells that of a sealed one', async () => {
      const role = 'recipient of a waiting letter';
      const status = entry.answers[ROLES.indexOf(role)] ?? 0;
      // What succeeds concerns nothing but their own things, which a second call may meet changed.
      if (status < 400 && !key.startsWith('GET ')) return;
      await setWaiting('scheduled');
      try {
        const request = { ...requestOf(entry, found(key), targets.waiting), headers: await headersOf(role) };
        const answer = entry.stream && status < 400 ? await headOfStream(request) : await app.inject(request);
        expect([answer.statusCode, MARK.test(answer.body)]).toEqual([
          status,
          entry.sees?.includes(role) ?? false,
        ]);
      } finally {
        await setWaiting('sealed');
      }
    });

    /** The owner's browser asks on behalf of a page of another origin. */
    const requestFromElsewhere = async () => {
      const headers = { ...(await headersOf('owner')), origin: 'https://evil.example' };
      const request = { ...requestOf(entry, found(key), targets.verified), headers };
      return () => (entry.stream ? headOfStream(request) : app.inject(request));
    };
    const corsHeaders = (answer: { headers: object }) =>
      Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));

    if (key.startsWith('GET ')) {
      it('changes no personal data for a page of another origin, and lets it read nothing', async () => {
        const ask = await requestFromElsewhere();
        const before = await personalData();
        const answer = await ask();
        expect(corsHeaders(answer)).toEqual([]);
        expect(await personalData()).toEqual(before);
      });
    } else if (entry.ownProof) {
      it('lets a page of another origin read nothing', async () => {
        const ask = await requestFromElsewhere();
        expect(corsHeaders(await ask())).toEqual([]);
      });
    } else {
      it('refuses a page of another origin', async () => {
        const ask = await requestFromElsewhere();
        const answer = await ask();
        expect(answer.statusCode).toBe(403);
        expect(answer.body).toMatch(/FOREIGN_ORIGIN|did not come from/);
        expect(corsHeaders(answer)).toEqual([]);
      });
    }
  });
});

/** Routes of another setting; `auth-proxy.test.ts` tests them. */
const WITH_FIREBASE = ['GET /__/auth/*', 'POST /__/auth/*', 'GET /__/firebase/*', 'POST /__/firebase/*'];

it('authorisation table: has an entry for every route of Firebase mode; its proxy is tested in auth-proxy.test.ts', async () => {
  const env = { FIREBASE_PROJECT_ID: 'plum', FIREBASE_API_KEY: 'key' };
  const firebase = await startTestProduct({ env });
  try {
    const more: Route[] = [];
    const other = await buildApp(firebase.services, {
      receiverPort: null,
      onRoute: (route) => collect(more, route),
    });
    await other.ready();
    await other.close();
    const missing = more.filter((route) => !AUTHORISATION[route.key] && !isBuilt(route));
    expect(missing.map(({ key }) => key)).toEqual(WITH_FIREBASE);
  } finally {
    await firebase.close();
  }
});
