import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CorrespondenceLetter, correspondenceUrl } from '../../../shared/correspondences.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { mailedPath } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { letters } from '../../letters/schema.ts';
import { eraseAccount } from '../account/erase-account.ts';

let product: TestProduct;
let maren: Signed;
let ilse: Signed;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await userWithCredits(product, { displayName: 'Maren Oakes', verified: true });
  ilse = await userWithCredits(product, { displayName: 'Ilse Brandt', verified: true });
});
afterAll(() => product.close());

const get = (url: string, who: Signed) => product.app.inject({ url, headers: who.headers });
const lettersBetween = async (who: Signed, other: Signed, query = '') =>
  (await get(`${correspondenceUrl(other.email)}${query}`, who)).json<{
    letters: CorrespondenceLetter[];
    nextCursor: string | null;
  }>();
const idsOf = (page: { letters: CorrespondenceLetter[] }) => page.letters.map(({ id }) => id);

async function sent(from: Signed, to: Signed, more: Record<string, unknown> = {}) {
  const post = async (url: string, payload: object) => {
    const answer = await product.app.inject({ method: 'POST', url, headers: from.headers, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ id: number; conversationId: string }>();
  };
  const photo = await storedPhoto(product, from.uid);
  const letter = await post(
    '/api/letters',
    letterPayload([photo], { recipientEmail: to.email, recipientName: 'Ilse', ...more }),
  );
  await post(`/api/letters/${letter.id}/send`, {});
  return letter;
}

const setLetter = (id: number, values: Partial<typeof letters.$inferInsert>) =>
  product.services.db.update(letters).set(values).where(eq(letters.id, id));

it('correspondence: the letters of both directions with their answers, the oldest first, for both sides alike', async () => {
  const first = await sent(maren, ilse, { emailMessage: 'Dear {{recipientName}},\n\nPlums.' });
  const second = await sent(ilse, maren, { recipientName: 'Maren' });
  await setLetter(first.id, {
    queuedAt: new Date('2026-03-14T22:30:00Z'),
    timeZone: 'Europe/Paris',
    arriveLocal: '2026-03-15T08:30',
    arriveZone: 'Asia/Tokyo',
    arriveAt: new Date('2026-03-14T23:30:00Z'),
  });
  await product.app.inject({
    method: 'POST',
    url: `/api/conversations/${first.conversationId}/replies`,
    headers: ilse.headers,
    payload: { body: 'Twice at the window.' },
  });

  const seen = await lettersBetween(maren, ilse);
  expect(seen).toMatchObject({
    letters: [
      {
        id: first.id,
        role: 'sender',
        senderName: 'Maren Oakes',
        recipientName: 'Ilse',
        day: '2026-03-15',
        message: 'Dear Ilse,\n\nPlums.',
        language: 'en',
        photos: [{ alt: '', width: 1, height: 1 }],
        answers: [{ author: 'Ilse', own: false, body: 'Twice at the window.', attachments: [] }],
      },
      { id: second.id, role: 'recipient', senderName: 'Ilse Brandt', answers: [] },
    ],
    nextCursor: null,
  });
  // The day that stands on the letter, wherever it is shown: its writer's, or that of its arrival where it arrives.
  const thread = await get(`/api/conversations/${first.conversationId}/thread`, maren);
  expect(thread.json().letter.day).toBe('2026-03-15');
  const page = await get(await mailedPath(product, first.id), maren);
  expect(page.body).toContain('March 15, 2026');
  const byIlse = await lettersBetween(ilse, maren);
  expect(idsOf(byIlse)).toEqual([first.id, second.id]);
  expect(byIlse.letters[0]).toMatchObject({ role: 'recipient', answers: [{ own: true }] });
});

it('correspondence: 404 for whoever exchanged nothing with the address', async () => {
  const other = await userWithCredits(product, { verified: true });
  for (const address of [maren.email, ilse.email, `${randomUUID()}${'x'.repeat(60)}@example.org`]) {
    const answer = await get(correspondenceUrl(address), other);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('There are no letters with this address.');
  }
});

it('correspondence: pages follow one another also where letters left at the same moment', async () => {
  const [anna, wim] = [
    await userWithCredits(product, { verified: true }),
    await userWithCredits(product, { verified: true }),
  ];
  const ids: number[] = [];
  for (const [from, to] of [
    [anna, wim],
    [wim, anna],
    [anna, wim],
  ] as const)
    ids.push((await sent(from, to)).id);
  await product.services.db
    .update(letters)
    .set({ queuedAt: new Date('2026-03-14T12:00:00Z') })
    .where(inArray(letters.id, ids));
  const read: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await lettersBetween(anna, wim, `?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
    read.push(...idsOf(page));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(read).toEqual(ids);
});

it('correspondence: has no letter that did not leave, nor one of a sender whose address is not proven', async () => {
  const [anna, wim, squatter, unproven] = [
    await userWithCredits(product, { verified: true }),
    await userWithCredits(product, { verified: true }),
    await userWithCredits(product, { verified: false }),
    await userWithCredits(product, { verified: false }),
  ];
  const { id } = await sent(anna, wim);
  const arrival = {
    arriveLocal: '2099-12-24T08:00',
    arriveZone: 'UTC',
    arriveAt: new Date('2099-12-24T08:00Z'),
  };
  const seenBy = async (who: Signed, other: Signed) =>
    (await get(correspondenceUrl(other.email), who)).statusCode;
  for (const status of ['created', 'sealed', 'scheduled', 'held', 'unsent', 'later']) {
    await setLetter(id, { ...arrival, status });
    expect([status, await seenBy(anna, wim), await seenBy(wim, anna)]).toEqual([status, 404, 404]);
  }
  // What came back may have been read all the same.
  for (const status of ['failed', 'bounced']) {
    await setLetter(id, { status });
    expect([status, await seenBy(anna, wim), await seenBy(wim, anna)]).toEqual([status, 404, 200]);
  }
  await sent(squatter, wim);
  expect([await seenBy(squatter, wim), await seenBy(wim, squatter)]).toEqual([200, 404]);
  await sent(anna, unproven);
  expect([await seenBy(anna, unproven), await seenBy(unproven, anna)]).toEqual([200, 404]);
});

it('correspondence: what another address answered before a letter went on to this one stays between others', async () => {
  const [anna, first, wim] = [
    await userWithCredits(product, { verified: true }),
    await userWithCredits(product, { verified: true }),
    await userWithCredits(product, { verified: true }),
  ];
  const { id, conversationId } = await sent(anna, first);
  const answer = (who: Signed, body: string) =>
    product.app.inject({
      method: 'POST',
      url: `/api/conversations/${conversationId}/replies`,
      headers: who.headers,
      payload: { body },
    });
  await answer(first, 'Not for the next one.');
  await setLetter(id, { status: 'bounced' });
  const { statusCode } = await product.app.inject({
    method: 'POST',
    url: `/api/letters/${id}/retry`,
    headers: anna.headers,
    payload: { recipientEmail: wim.email },
  });
  expect(statusCode).toBe(200);
  await answer(wim, 'From the next one.');
  const bodies = (page: { letters: CorrespondenceLetter[] }) =>
    page.letters.flatMap(({ answers }) => answers.map(({ body }) => body));
  expect(bodies(await lettersBetween(wim, anna))).toEqual(['From the next one.']);
  expect(bodies(await lettersBetween(anna, wim))).toHaveLength(2);
  const replies = `/api/replies?recipient=${encodeURIComponent(anna.email)}`;
  for (const url of [replies, `/api/conversations/${conversationId}/thread`])
    expect((await get(url, wim)).body).not.toContain('Not for the next one.');
});

it('correspondence: is gone with the account of its sender', async () => {
  const [anna, wim] = [
    await userWithCredits(product, { verified: true }),
    await userWithCredits(product, { verified: true }),
  ];
  await sent(anna, wim);
  const kept = await sent(wim, anna);
  await product.services.db.transaction((tx) => eraseAccount(tx, product.services, anna.uid));
  expect(idsOf(await lettersBetween(wim, anna))).toEqual([kept.id]);
});
