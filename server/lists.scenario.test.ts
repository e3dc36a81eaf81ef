import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TOKEN_SCOPES } from '../shared/access-tokens.ts';
import { NOTES_LISTED } from '../shared/automatic-notes.ts';
import { LANGUAGES } from '../shared/languages.ts';
import {
  GROUPS_EACH,
  IMPORTED_AT_ONCE,
  PHOTOS_PER_LETTER,
  PHOTOS_PER_UPLOAD,
  RECIPIENTS_PER_LETTER,
} from '../shared/limits.ts';
import { letterPayload, storedPhoto, userWithCredits } from '../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { unzip } from '../test/support/unzip.ts';
import { findThreads, readAtOnce, THREAD_BYTES } from './answers/data.ts';
import { buildApp } from './app.ts';
import { ROWS_IN_A_TURN } from './core/http/send-list.ts';
import { wordsFor } from './core/words.ts';
import { listExchanged } from './pages/archive/data.ts';

/** So many rows at most, by route and where in its answer the list is; those of each row by their own name. */
const ROWS: Record<string, number> = {
  '/api/access-tokens': 10,
  '/api/config languages': LANGUAGES.length,
  '/api/conversations conversations': 50,
  '/api/conversations/:conversationId/thread replies': 1_000,
  '/api/correspondences/:conversationId letters': 50,
  '/api/correspondences/:conversationId letters.answers': 1_000,
  '/api/correspondents correspondents': 50,
  // The operator's.
  '/api/credit-packages': Number.POSITIVE_INFINITY,
  '/api/found-letters found': 50,
  '/api/gifts gifts': 200,
  '/api/gifts/:id gifts': 200,
  '/api/ledger entries': 50,
  '/api/letter-batches letters': RECIPIENTS_PER_LETTER,
  '/api/letters letters': 50,
  '/api/passkeys': 10,
  // Each cost a credit.
  '/api/received-gifts gifts': Number.POSITIVE_INFINITY,
  '/api/received-letters letters': 50,
  '/api/recipient-groups': GROUPS_EACH,
  '/api/recipients/import added': IMPORTED_AT_ONCE,
  '/api/recipients/import birthdays': IMPORTED_AT_ONCE,
  '/api/recipients/import refused': IMPORTED_AT_ONCE,
  '/api/recipients/import/undo removed': IMPORTED_AT_ONCE,
  '/api/replies replies': 50,
  '/api/security-events': 10,
  '/api/sessions': 100,
  '/api/suppressions': 2_000,
  '/api/unread recipients': 1_000,
  '/api/upload files': PHOTOS_PER_UPLOAD,
  '/api/upload refused': PHOTOS_PER_UPLOAD,
  '/readyz degraded': 10,
  attachments: 20,
  // The operator's.
  packages: Number.POSITIVE_INFINITY,
  notes: NOTES_LISTED,
  others: RECIPIENTS_PER_LETTER,
  photoUrls: PHOTOS_PER_LETTER,
  photos: PHOTOS_PER_LETTER,
  recipientIds: RECIPIENTS_PER_LETTER,
  scopes: TOKEN_SCOPES.length,
};
const LONG = ['/api/conversations', '/api/letters', '/api/occasions', '/api/recipients', '/api/replies'];
const PAGED = Object.keys(ROWS).filter((list) => list.includes(' ') && ROWS[list] === 50);

let product: TestProduct;
const routes: RouteOptions[] = [];
beforeAll(async () => {
  product = await startTestProduct({ env: { TEST_ROUTES: 'on' } });
  const app = await buildApp(product.services, {
    receiverPort: null,
    onRoute: (route) => routes.push(route),
  });
  await app.ready();
  await app.close();
});
afterAll(() => product.close());

/** @returns names of the fields that lead to each list, with dots between; empty for the whole */
function* listsIn(schema: unknown, at = ''): Generator<string> {
  if (!(schema instanceof z.ZodType)) return;
  if (schema instanceof z.ZodArray) yield at;
  const {
    element,
    shape = {},
    options = [],
    innerType,
    out,
    items = [],
    ...def
  } = schema.def as unknown as Within;
  expect(LEAVES_AND_WRAPPERS, `a kind of schema at '${at}' that is not walked`).toContain(def.type);
  for (const [name, field] of Object.entries(shape)) yield* listsIn(field, at ? `${at}.${name}` : name);
  for (const part of [element, ...options, innerType, out, ...items]) yield* listsIn(part, at);
}
interface Within {
  type: string;
  element?: unknown;
  shape?: Record<string, unknown>;
  options?: unknown[];
  innerType?: unknown;
  out?: unknown;
  items?: unknown[];
}
const LEAVES_AND_WRAPPERS =
  'array object union optional nullable default catch pipe transform tuple string number boolean enum literal null';

it('lists: each in any answer is short or a page of so many, or is written part by part', () => {
  const listed = routes.flatMap(({ url, schema }) =>
    Object.values((schema?.response ?? {}) as Record<string, unknown>)
      .flatMap((answer) => [...listsIn(answer)])
      .map((at) => {
        const name = at.split('.').at(-1) ?? '';
        return name in ROWS ? name : `${url} ${at}`.trim();
      }),
  );
  expect([...new Set(listed)].sort()).toEqual([...Object.keys(ROWS), ...LONG].sort());
});

it('lists: of more rows than a part has, each row is there once and in order', async () => {
  const count = 2 * ROWS_IN_A_TURN + 5;
  const maren = await userWithCredits(product, { verified: true });
  const { db } = product.services;
  await db.execute(sql`
    with people as (
      insert into recipients (owner_uid, name, email)
      select ${maren.uid}, 'Ilse ' || n, n || '@example.org' from generate_series(1, ${count}::int) n returning id),
    made as (
      insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, last_message_at)
      select gen_random_uuid(), ${maren.userId}::bigint, 'ilse@example.org', gen_random_uuid(), gen_random_uuid(),
        now() - make_interval(mins => n) from generate_series(1, ${count}::int) n returning id),
    sent as (
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, sent_at)
      select ${maren.userId}::bigint, id, 'Ilse', 'ilse@example.org', 'Maren', 'maren@example.org', repeat('字', 5000), 'vintage', 'sent',
        gen_random_uuid(), gen_random_uuid(), now() from made returning conversation_id),
    answered as (
      insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id)
      select conversation_id, 'recipient', 'ilse@example.org', 'Re', repeat('字', 50000), repeat('字', 50000), 'other',
        ${randomUUID()} || conversation_id
      from sent)
    insert into occasions (owner_uid, recipient_id, kind, label, month, day)
    select ${maren.uid}, id, 'birthday', '', 1 + id % 12, 1 + id % 28 from people`);
  for (const url of LONG) {
    const answer = await product.app.inject({
      url: url === '/api/replies' ? `${url}?recipient=ilse@example.org` : url,
      headers: maren.headers,
    });
    const ids = answer.json<{ id: number | string }[]>().map(({ id }) => id);
    expect([url, ids.length, new Set(ids).size]).toEqual([url, count, count]);
    expect(answer.headers['content-length'], url).toBeUndefined();
  }
  for (const list of PAGED) {
    const [route = '', name = ''] = list.split(' ');
    const url = `${route.replace(':conversationId', 'ilse@example.org')}?limit=200&search=a&recipient=ilse@example.org&from=ilse@example.org`;
    const answer = await product.app.inject({ url, headers: maren.headers });
    expect([list, answer.statusCode, answer.rawPayload.length < 1.5 * THREAD_BYTES]).toEqual([
      list,
      200,
      true,
    ]);
    expect(answer.json()[name].length, list).toBeLessThanOrEqual(50);
  }
});

it('unread answers: a thousand addresses are named, and the total has all', async () => {
  const maren = await userWithCredits(product, { verified: true });
  await product.services.db.execute(sql`
    with made as (
      insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, last_message_at, unread)
      select gen_random_uuid(), ${maren.userId}::bigint, n || '@example.org', gen_random_uuid(), gen_random_uuid(), now(), true
        from generate_series(1, 1005) n returning id, recipient_email),
    sent as (
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, sent_at)
      select ${maren.userId}::bigint, id, 'Ilse', recipient_email, 'Maren', 'maren@example.org', '', 'vintage', 'sent',
        gen_random_uuid(), gen_random_uuid(), now() from made returning conversation_id, recipient_email)
    insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id)
    select conversation_id, 'recipient', recipient_email, 'Re', 'Thanks', 'Thanks', 'other', gen_random_uuid() from sent`);
  const answer = await product.app.inject({ url: '/api/unread', headers: maren.headers });
  const { total, recipients } = answer.json<{ total: number; recipients: unknown[] }>();
  expect([total, recipients.length]).toEqual([1_005, 1_000]);
});

it('answers: however many and long, a call reads and says so much of them', async () => {
  const maren = await userWithCredits(product, { verified: true });
  const headers = maren.headers;
  const payload = letterPayload([await storedPhoto(product, maren.uid)]);
  const made = await product.app.inject({ method: 'POST', url: '/api/letters', headers, payload });
  const letter = made.json<{ id: number; conversationId: string }>();
  await product.app.inject({ method: 'POST', url: `/api/letters/${letter.id}/send`, headers });
  const count = 250;
  await product.services.db.execute(sql`
    insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id, created_at)
    select ${letter.conversationId}::uuid, 'recipient', 'ilse@example.org', 'Re', n || repeat(' plum', 4000),
      repeat('all that was quoted ', 10000), 'other', gen_random_uuid(), now() + make_interval(secs => n / 10000.0)
    from generate_series(1, ${count}::int) n`);
  const get = async (url: string) => {
    const answer = await product.app.inject({ url, headers });
    expect(answer.statusCode, url).toBe(200);
    return { bytes: answer.rawPayload.length, ...answer.json() };
  };
  const thread = await get(`/api/conversations/${letter.conversationId}/thread`);
  expect(thread.bytes).toBeLessThan(3 * THREAD_BYTES);
  expect(thread.olderLeftOut).toBe(true);
  expect(thread.replies.at(-1).body).toMatch(`${count} plum`);
  expect(thread.replies.at(-1).fullText).toHaveLength(40_000);
  expect(thread.replies[0].fullText).toBe(thread.replies[0].body);
  const page = await get(`/api/replies?recipient=${letter.conversationId}&limit=200`);
  expect(page.replies).toHaveLength(ROWS_IN_A_TURN);
  expect(page.nextCursor).not.toBeNull();
  expect(page.bytes).toBeLessThan(THREAD_BYTES);
  const book = await get(`/api/correspondences/${letter.conversationId}?limit=200`);
  expect(book.bytes).toBeLessThan(2 * THREAD_BYTES);
  // A saved archive has all of them, read a few at once.
  const zip = await product.app.inject({
    url: `/api/correspondences/${letter.conversationId}/export`,
    headers,
  });
  const files = unzip(zip.rawPayload);
  const saved = files.get('index.html')?.toString() ?? '';
  expect(saved.match(/<section>/g)).toHaveLength(count);
  for (const n of [1, count]) expect(saved.split(`>${n} plum`)).toHaveLength(2);
  expect(saved.match(/<\/?article/g)).toHaveLength(2);
  const who = { ...maren, email: maren.email, emailVerified: true };
  const exported = await findThreads(product.services.db, who, [letter.conversationId], wordsFor('en'), {
    whole: true,
  });
  const replies = exported.get(letter.conversationId)?.replies ?? [];
  expect(replies).toHaveLength(count);
  expect(replies.at(-1)?.fullText).toHaveLength(200_000);
  expect(replies[0]?.fullText).toBe(replies[0]?.body);
});

it('answers: thousands without a word are a thousand at most, with the names of their files', async () => {
  const { headers, uid } = await userWithCredits(product, { verified: true });
  const payload = letterPayload([await storedPhoto(product, uid)]);
  const made = await product.app.inject({ method: 'POST', url: '/api/letters', headers, payload });
  const { id, conversationId } = made.json<{ id: number; conversationId: string }>();
  await product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers });
  await product.services.db.execute(sql`
    insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id, attachments)
    select ${conversationId}::uuid, 'recipient', 'ilse@example.org', 'Re', '', '', 'other', gen_random_uuid(),
      (select jsonb_agg(jsonb_build_object('name', repeat('plum', 50), 'size', 1)) from generate_series(1, 20))
    from generate_series(1, 2000)`);
  const get = async (url: string) => {
    const answer = await product.app.inject({ url, headers });
    return { bytes: answer.rawPayload.length, ...answer.json() };
  };
  const thread = await get(`/api/conversations/${conversationId}/thread`);
  expect([thread.bytes < THREAD_BYTES, thread.replies.length < 1_000]).toEqual([true, true]);
  expect((await get(`/api/correspondences/${conversationId}`)).bytes).toBeLessThan(THREAD_BYTES);
});

it('archive: bytes of the answers to one letter are counted beyond two thousand million', async () => {
  const { headers, uid, email } = await userWithCredits(product, { verified: true });
  const payload = letterPayload([await storedPhoto(product, uid)]);
  const made = await product.app.inject({ method: 'POST', url: '/api/letters', headers, payload });
  const { id, conversationId } = made.json<{ id: number; conversationId: string }>();
  await product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers });
  const { db } = product.services;
  await db.execute(sql`
    insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id, attachments)
    select ${conversationId}::uuid, 'recipient', 'ilse@example.org', 'Re', '', '', 'other', gen_random_uuid(),
      (select jsonb_agg(1) from generate_series(1, 100000))
    from generate_series(1, 60)`);
  const [found] = await listExchanged(db, { uid, email, emailVerified: true }, conversationId);
  expect(found?.bytes).toBeGreaterThan(2 ** 31);
});

it('searches: those of one person are read one after the other', async () => {
  const maren = await userWithCredits(product, { verified: true });
  const { db } = product.services;
  const execute = db.execute.bind(db);
  let [reading, most] = [0, 0];
  vi.spyOn(db, 'execute').mockImplementation(((query: SQL) => {
    const isSearch = new PgDialect().sqlToQuery(query).sql.includes('strpos');
    if (!isSearch) return execute(query);
    reading += 1;
    most = Math.max(most, reading);
    return execute(query).finally(() => {
      reading -= 1;
    });
  }) as typeof db.execute);
  const urls = ['found-letters?search=plum', 'correspondents?search=ilse', 'found-letters?search=jam'];
  const answers = await Promise.all(
    urls.map((url) => product.app.inject({ url: `/api/${url}`, headers: maren.headers })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(most).toBe(1);
  vi.restoreAllMocks();
});

it('answers: letters with many are read a few at once', () => {
  const letters = (...bytes: number[]) => bytes.map((of) => ({ bytes: of }));
  expect(readAtOnce(letters(1, 1, 1))).toBe(3);
  expect(readAtOnce(letters(1, 1, THREAD_BYTES, 1))).toBe(2);
  expect(readAtOnce(letters(2 * THREAD_BYTES, 1))).toBe(1);
  expect(readAtOnce(letters(...Array.from({ length: 200 }, () => 0)))).toBe(50);
});
