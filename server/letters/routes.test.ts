import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { ledgerEntries } from '../money/credits/schema.ts';
import { users } from '../people/users/schema.ts';
import { letters } from './schema.ts';

let product: TestProduct;
let maren: Signed & { userId: number };
let photo: string;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await userWithCredits(product, { verified: true });
  photo = await storedPhoto(product, maren.uid);
});

const post = (url: string, who: { headers: Record<string, string> }, payload?: object, key?: string) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { ...who.headers, ...(key ? { 'idempotency-key': key } : {}) },
    ...(payload ? { payload } : {}),
  });
const get = (url: string, who: { headers: Record<string, string> }) =>
  product.app.inject({ method: 'GET', url, headers: who.headers });
const create = async (more: Record<string, unknown> = {}) => {
  const answer = await post('/api/letters', maren, letterPayload([photo], more));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number; status: string }>();
};
const balance = async (uid = maren.uid) => {
  const [row] = await product.services.db.select().from(users).where(eq(users.accountUid, uid));
  return row?.credits;
};
const jobsOf = async (letterId: number) => {
  const { rows } = await product.services.db.execute<{ n: number }>(
    sql`select count(*)::int as n from jobs.job where name = 'send-letter' and (data->>'letterId')::int = ${letterId}`,
  );
  return rows[0]?.n;
};

describe('POST /api/letters', () => {
  it('needs sign-in', async () => {
    const answer = await post('/api/letters', { headers: product.origin }, letterPayload([photo]));
    expect(answer.statusCode).toBe(401);
  });

  it('stores a letter that is not listed and not charged', async () => {
    const letter = await create({ userId: maren.uid });
    expect(letter.status).toBe('created');
    expect(await balance()).toBe(5);
    expect((await get('/api/letters', maren)).json()).toEqual([]);
  });

  it('returns 403 for another person’s userId', async () => {
    const answer = await post('/api/letters', maren, letterPayload([photo], { userId: 'somebody-else' }));
    expect(answer.statusCode).toBe(403);
  });

  it("returns 404 for another person's photo", async () => {
    const other = await userWithCredits(product);
    const theirs = await storedPhoto(product, other.uid);
    const answer = await post('/api/letters', maren, letterPayload([photo, theirs]));
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    ['a foreign URL', { photoUrls: ['https://example.com/x.jpg'] }, 'photoUrls'],
    ['no photo', { photoUrls: [] }, 'photoUrls'],
    ['a malformed address', { recipientEmail: 'ilse at example' }, 'recipientEmail'],
    [
      'an address that carries a header',
      { recipientEmail: 'a@b.example\r\nBcc: x@y.example' },
      'recipientEmail',
    ],
    ['a blank name', { recipientName: '   ' }, 'recipientName'],
    ['an unknown paper', { template: 'papyrus' }, 'template'],
    ['a message over 5,000 characters', { emailMessage: 'x'.repeat(5001) }, 'emailMessage'],
  ])('refuses %s and names the field', async (_what, more, field) => {
    const answer = await post('/api/letters', maren, letterPayload([photo], more));
    expect(answer.statusCode).toBe(400);
    const error = answer.json<{ code: string; fields: Record<string, string> }>();
    expect(error.code).toBe('BAD_INPUT');
    expect(Object.keys(error.fields).some((name) => name.startsWith(field))).toBe(true);
  });

  it('returns 402 INSUFFICIENT_CREDITS without a credit', async () => {
    const poor = await signedIn(product);
    await post('/api/users', poor, { firebaseUid: poor.uid });
    const theirs = await storedPhoto(product, poor.uid);
    const answer = await post('/api/letters', poor, letterPayload([theirs]));
    expect(answer.statusCode).toBe(402);
    expect(answer.json()).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
  });

  it('returns 404 USER_NOT_FOUND without a product record', async () => {
    const nobody = await signedIn(product);
    const answer = await post('/api/letters', nobody, letterPayload([photo]));
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('returns the same letter for the same Idempotency-Key, also concurrently', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => post('/api/letters', maren, letterPayload([photo]), 'one-intent')),
    );
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1);
    const different = await post(
      '/api/letters',
      maren,
      letterPayload([photo], { template: 'zine' }),
      'one-intent',
    );
    expect(different.statusCode).toBe(409);
  });

  it('refuses a request from another origin', async () => {
    for (const origin of ['https://evil.example', 'null', `${product.origin.origin}.evil.example`]) {
      const answer = await post(
        '/api/letters',
        { headers: { ...maren.headers, origin } },
        letterPayload([photo]),
      );
      expect(answer.statusCode).toBe(403);
    }
  });
});

describe('POST /api/letters/:id/send', () => {
  it('charges one credit and queues one mail, however often it is called', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(`/api/letters/${id}/send`, maren, undefined, index % 2 ? 'k' : undefined),
      ),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(200));
    expect(answers[0]?.json()).toMatchObject({ id, status: 'queued' });
    expect(await balance()).toBe(4);
    expect(await jobsOf(id)).toBe(1);
    expect((await get('/api/letters', maren)).json()).toMatchObject([
      { id, status: 'queued', photoUrls: [photo] },
    ]);
  });

  it("does not find another person's letter", async () => {
    const { id } = await create();
    const other = await userWithCredits(product);
    expect((await post(`/api/letters/${id}/send`, other)).statusCode).toBe(404);
    expect((await get(`/api/letters/${id}`, other)).statusCode).toBe(404);
    expect(await balance()).toBe(5);
  });

  it('charges the last credit for one letter only', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push((await create()).id);
    const answers = await Promise.all(ids.map((id) => post(`/api/letters/${id}/send`, maren)));
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([200, 200, 200, 200, 200, 402]);
    expect(await balance()).toBe(0);
    const { rows } = await product.services.db.execute<{ total: number }>(
      sql`select sum(delta)::int as total from ${ledgerEntries} where user_id = ${maren.userId}`,
    );
    expect(rows[0]?.total).toBe(0);
  });

  it('stops an unverified account after five letters a day', async () => {
    const someone = await userWithCredits(product, { verified: false });
    const theirs = await storedPhoto(product, someone.uid);
    await product.services.db.execute(sql`
      with e as (insert into ledger_entries (user_id, delta, kind, reference) values (${someone.userId}, 5, 'grant', ${someone.uid}))
      update users set credits = credits + 5 where id = ${someone.userId}`);
    const codes: number[] = [];
    for (let n = 0; n < 6; n++) {
      const made = await post(
        '/api/letters',
        someone,
        letterPayload([theirs], { recipientEmail: `${n}.${someone.userId}@example.org` }),
      );
      codes.push((await post(`/api/letters/${made.json<{ id: number }>().id}/send`, someone)).statusCode);
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    // One that failed, with its credit returned, is not counted.
    await product.services.db.execute(sql`
      with e as (insert into ledger_entries (user_id, delta, kind, reference)
        select user_id, 1, 'letter-returned', reference from ledger_entries
        where user_id = ${someone.userId} and kind = 'letter' order by id limit 1)
      update users set credits = credits + 1 where id = ${someone.userId}`);
    const sixth = await post(
      '/api/letters',
      someone,
      letterPayload([theirs], { recipientEmail: `again.${someone.userId}@example.org` }),
    );
    expect((await post(`/api/letters/${sixth.json<{ id: number }>().id}/send`, someone)).statusCode).toBe(
      200,
    );
  });
});

describe('GET /api/letters', () => {
  it('lists newest first, and pages by cursor without gaps or repeats', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) {
      const { id } = await create();
      await post(`/api/letters/${id}/send`, maren);
      ids.push(id);
    }
    const all = (await get('/api/letters', maren)).json<{ id: number }[]>();
    expect(all.map((letter) => letter.id)).toEqual(ids.toReversed());
    const paged: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { letters: { id: number }[]; nextCursor: string | null } = (
        await get(`/api/letters?limit=2${cursor ? `&cursor=${cursor}` : ''}`, maren)
      ).json();
      paged.push(...page.letters.map((letter) => letter.id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(ids.toReversed());
    expect((await get('/api/letters?cursor=nonsense', maren)).statusCode).toBe(400);
  });

  it('does not list a letter that was only created', async () => {
    await create();
    expect((await get('/api/letters', maren)).json()).toEqual([]);
    const { rows } = await product.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${letters} where user_id = ${maren.userId}`,
    );
    expect(rows[0]?.n).toBe(1);
  });
});
