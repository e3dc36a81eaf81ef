import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityClient } from '../../test/identity/identity-client.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const get = (url: string, who: { headers: Record<string, string> }) =>
  product.app.inject({ url, headers: who.headers });

async function sentLetter(
  from: Signed,
  recipientEmail: string,
): Promise<{ id: number; conversationId: string }> {
  const photo = await storedPhoto(product, from.uid);
  const made = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: from.headers,
    payload: letterPayload([photo], { recipientEmail }),
  });
  const letter = made.json<{ id: number; conversationId: string }>();
  await product.app.inject({ method: 'POST', url: `/api/letters/${letter.id}/send`, headers: from.headers });
  return letter;
}

async function answered(
  conversationId: string,
  side: 'recipient' | 'sender',
  fromEmail: string,
  body: string,
) {
  await product.services.db.execute(sql`
    insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id)
    values (${conversationId}, ${side}, ${fromEmail}, 'Re: A letter', ${body}, ${body}, 'Gmail', ${randomUUID()})`);
}

/** By a link that is mailed to the new address. */
async function changeEmail({ idToken }: Signed, newEmail: string): Promise<void> {
  const client = new IdentityClient(product);
  await client.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  const changed = await client.call('update', { oobCode: await client.mailedCode(newEmail), idToken });
  if (changed.statusCode !== 200) throw new Error(changed.body);
}

it('shows a sender the letter and its answers, and nobody else', async () => {
  const [maren, other] = [await userWithCredits(product, { verified: true }), await signedIn(product)];
  const { id, conversationId } = await sentLetter(maren, 'ilse@example.org');
  await answered(conversationId, 'recipient', 'ilse@example.org', 'I read it twice.');

  expect((await get('/api/conversations', maren)).json()).toMatchObject([
    { id: conversationId, messageCount: 2, senderEmail: maren.email, recipientEmail: 'ilse@example.org' },
  ]);
  expect((await get(`/api/conversations/${conversationId}/thread`, maren)).json()).toMatchObject({
    letter: { id, senderEmail: maren.email, recipientEmail: 'ilse@example.org' },
    replies: [{ body: 'I read it twice.', isFromOriginalSender: false, emailProvider: 'Gmail' }],
  });
  expect((await get('/api/replies?recipient=ILSE@example.org', maren)).json()).toMatchObject([
    { letterId: id, conversationId, body: 'I read it twice.' },
  ]);

  expect((await get('/api/conversations', other)).json()).toEqual([]);
  expect((await get(`/api/conversations/${conversationId}/thread`, other)).statusCode).toBe(404);
  expect((await get('/api/replies?recipient=ilse@example.org', other)).json()).toEqual([]);
});

it('says the viewer’s role and own replies, also after both changed their address', async () => {
  const [maren, ilse] = [
    await userWithCredits(product, { verified: true }),
    await signedIn(product, { verified: true }),
  ];
  const { conversationId } = await sentLetter(maren, ilse.email);
  await answered(conversationId, 'recipient', ilse.email, 'I read it twice.');
  await answered(conversationId, 'sender', maren.email, 'And I wrote it twice.');
  const seenBy = async (who: Signed) => {
    const [summary] = (await get('/api/conversations', who)).json();
    const thread = (await get(`/api/conversations/${conversationId}/thread`, who)).json();
    return {
      roles: [summary.role, thread.role],
      own: thread.replies.map(({ own }: { own: boolean }) => own),
    };
  };
  expect(await seenBy(ilse)).toEqual({ roles: ['recipient', 'recipient'], own: [true, false] });

  // The letter's sender has the address it was written to now.
  await changeEmail(ilse, `ilse-${randomUUID()}@example.org`);
  await changeEmail(maren, ilse.email);
  expect(await seenBy(maren)).toEqual({ roles: ['sender', 'sender'], own: [false, true] });
  const timeline = (await get(`/api/replies?recipient=${ilse.email}`, maren)).json();
  expect(timeline.map(({ own }: { own: boolean }) => own)).toEqual([true, false]);
  expect((await get('/api/conversations', ilse)).json()).toEqual([]);
});

it('never shows a recipient an address that the sender had not verified, when the sender has moved to another', async () => {
  const [squatter, moved, ilse] = [
    await userWithCredits(product, { verified: false }),
    await userWithCredits(product, { verified: true }),
    await signedIn(product, { verified: true }),
  ];
  const conversationIds: string[] = [];
  for (const writer of [squatter, moved]) {
    const { conversationId } = await sentLetter(writer, ilse.email);
    conversationIds.push(conversationId);
    await answered(conversationId, 'sender', writer.email, 'One more thing.');
    await changeEmail(writer, `moved-${randomUUID()}@example.org`);
  }
  const shown = await Promise.all(
    conversationIds.map(async (id) => {
      const { letter, replies } = (await get(`/api/conversations/${id}/thread`, ilse)).json();
      return [letter.senderEmail, replies[0].fromEmail];
    }),
  );
  expect(shown).toEqual([
    ['', ''],
    [moved.email, moved.email],
  ]);
});

it('shows the conversation to a recipient with a verified address, without an unverified sender’s address', async () => {
  const writer = await userWithCredits(product, { verified: false });
  const email = `ilse-${randomUUID()}@example.org`;
  const { conversationId } = await sentLetter(writer, email.toUpperCase());
  await answered(conversationId, 'sender', writer.email, 'One more thing.');
  const [guest, recipient] = [
    await signedIn(product, { email: `not-${email}`, verified: true }),
    await signedIn(product, { email, verified: true }),
  ];
  const thread = (await get(`/api/conversations/${conversationId}/thread`, recipient)).json();
  expect(thread).toMatchObject({
    letter: { senderEmail: '' },
    replies: [{ fromEmail: '', senderEmail: '' }],
  });
  expect((await get(`/api/conversations/${conversationId}/thread`, guest)).statusCode).toBe(404);
});

it('shows nothing to an account whose address is not verified', async () => {
  const maren = await userWithCredits(product, { verified: true });
  const squatter = await signedIn(product, { email: `anselm-${randomUUID()}@example.org`, verified: false });
  const { conversationId } = await sentLetter(maren, squatter.email);
  expect((await get('/api/conversations', squatter)).json()).toEqual([]);
  expect((await get(`/api/conversations/${conversationId}/thread`, squatter)).statusCode).toBe(404);
});

it('refuses to list by somebody else’s address', async () => {
  const maren = await signedIn(product);
  expect((await get(`/api/conversations?email=${maren.email}`, maren)).statusCode).toBe(200);
  expect((await get('/api/conversations?email=ilse@example.org', maren)).statusCode).toBe(403);
  expect((await get('/api/conversations/nonsense/thread', maren)).statusCode).toBe(400);
  expect((await product.app.inject({ url: '/api/conversations' })).statusCode).toBe(401);
});

it('leaves out letters that were never sent', async () => {
  const maren = await userWithCredits(product);
  const photo = await storedPhoto(product, maren.uid);
  await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload: letterPayload([photo]),
  });
  expect((await get('/api/conversations', maren)).json()).toEqual([]);
});

it('names answers to a letter in another language by the words of whoever reads them', async () => {
  const maren = await userWithCredits(product, { verified: true });
  const { id, conversationId } = await sentLetter(maren, 'jonas@example.org');
  const { db } = product.services;
  await db.execute(
    sql`update letters set language = 'de', status = 'sent', queued_at = '2026-03-14T12:00Z' where id = ${id}`,
  );
  await answered(conversationId, 'recipient', 'jonas@example.org', 'Gelesen.');
  const answer = await product.app.inject({
    method: 'POST',
    url: `/api/conversations/${conversationId}/replies`,
    headers: maren.headers,
    payload: { body: 'Danke.' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = await db.execute(
    sql`select subject from replies where conversation_id = ${conversationId}`,
  );
  expect(rows).toContainEqual({
    subject: expect.stringMatching(/^Re: Ein Brief von .*, Samstag, 14\. März$/),
  });
  const { replies } = (await get(`/api/conversations/${conversationId}/thread`, maren)).json();
  expect(replies).toMatchObject([
    { subject: 'Re: A letter' },
    { subject: expect.stringMatching(/^Re: A letter from .*, Saturday 14 March$/) },
  ]);
});
