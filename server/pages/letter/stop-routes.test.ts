import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Letter } from '../../../shared/letters.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { muteUrl } from '../../answers/mute.ts';
import { deliverLetter } from '../../letters/deliver/deliver-letter.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { addressBlocks, stopLinks } from '../../people/recipients/schema.ts';
import { users } from '../../people/users/schema.ts';
import { writeLettersLink } from '../all-letters/letters-link.ts';

let product: TestProduct;
let maren: LetterWriter;
let ilse: string;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
  ilse = `ilse-${randomUUID()}@example.org`;
});

/** Whoever has the link: no cookie, no Origin. */
const get = (url: string) => product.app.inject({ url });
const post = (url: string) => product.app.inject({ method: 'POST', url, headers: { origin: 'null' } });

/** @returns `path` as in the recipient's mail, `copy` as the sender has it */
async function sent(sender = maren) {
  const letter = await sender.queued({ recipientEmail: ilse });
  const copy = new URL(letter.webPage?.url ?? '').pathname;
  return { letter, path: await mailedPath(product, letter.id), copy };
}

const createAnswer = async (recipientEmail: string, sender = maren) =>
  sender.call(
    'POST',
    '/api/letters',
    letterPayload([await storedPhoto(product, sender.person.uid)], { recipientEmail }),
  );
async function createOutcome(recipientEmail: string, sender = maren): Promise<string> {
  const answer = await createAnswer(recipientEmail, sender);
  return answer.statusCode === 200 ? 'created' : answer.json<{ code: string }>().code;
}
async function deleteAccount({ person }: LetterWriter): Promise<void> {
  const payload = { email: person.email, idToken: person.idToken };
  const url = '/api/account/delete';
  const answer = await product.app.inject({ method: 'POST', url, headers: person.headers, payload });
  expect(answer.statusCode).toBe(200);
}

describe('POST /l/:token/stop', () => {
  it('blocks creating and sending until the recipient allows it again', async () => {
    const { path } = await sent();
    expect((await get(`${path}/stop`)).body).toContain('Don’t send me letters from this person');
    const made = await createAnswer(ilse);

    const stopped = await post(`${path}/stop`);
    expect(stopped.statusCode).toBe(200);
    expect(stopped.body).toContain('No more letters from Maren Oakes');
    const send = await maren.call('POST', `/api/letters/${made.json<Letter>().id}/send`);
    expect(send.statusCode).toBe(409);
    expect(send.json<{ message: string }>().message).toContain('asked not to get letters from you');
    expect(await createOutcome(ilse, await newLetterWriter(product))).toBe('created');

    expect((await post(`${path}/allow`)).body).toContain('can refuse every further letter');
    expect(await createOutcome(ilse)).toBe('created');
  });

  it('blocks every spelling of the recipient’s address', async () => {
    const { path } = await sent();
    await post(`${path}/stop`);
    const [name = '', host = ''] = ilse.split('@');
    for (const spelling of [ilse.toUpperCase(), `${name}+x@${host}`, `${ilse}.`, `${name}+x@${host}.`])
      expect(await createOutcome(spelling), spelling).not.toBe('created');
    expect(await createOutcome(`${name}+x@${host}`)).toBe('RECIPIENT_BLOCKED');
  });

  it('blocks a second account of the sender, and a new one after the first is deleted', async () => {
    const name = `maren-${randomUUID()}`;
    const [first, second] = [
      await newLetterWriter(product, { email: `${name}@example.com`, verified: true }),
      await newLetterWriter(product, { email: `${name}+2@example.com`, verified: true }),
    ];
    const { path } = await sent(first);
    await post(`${path}/stop`);
    expect(await createOutcome(ilse, second)).toBe('RECIPIENT_BLOCKED');

    await deleteAccount(first);
    const anew = await newLetterWriter(product, { email: `${name}@example.com`, verified: true });
    expect(await createOutcome(ilse, anew)).toBe('RECIPIENT_BLOCKED');
    const again = await get(`${path}/stop`);
    expect([again.statusCode, again.body]).toEqual([
      200,
      expect.stringContaining('No more letters from this person'),
    ]);
    expect(again.body).not.toMatch(/Maren|ilse-/);
    await post(`${path}/allow`);
    expect(await createOutcome(ilse, anew)).not.toBe('RECIPIENT_BLOCKED');
  });

  it('follows the sender’s account to another address, also when that is deleted', async () => {
    const { db } = product.services;
    await post(`${(await sent()).path}/stop`);
    const email = `moved-${randomUUID()}@example.com`;
    await db.update(users).set({ email }).where(eq(users.id, maren.person.userId));
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
    await deleteAccount(maren);
    const anew = await newLetterWriter(product, { email, verified: true });
    expect(await createOutcome(ilse, anew)).toBe('RECIPIENT_BLOCKED');
  });

  it('works when the account is deleted before anybody asks, and keeps hashes only', async () => {
    const { path } = await sent();
    const photo = await storedPhoto(product, maren.person.uid);
    await maren.call('POST', '/api/letters', letterPayload([photo], { recipientEmail: 'never@example.org' }));
    const before = await product.services.db.$count(stopLinks);
    await deleteAccount(maren);
    const kept = await product.services.db.select().from(stopLinks);
    expect(kept.length - before, 'of the letter that was sent alone').toBe(1);
    expect(JSON.stringify(kept)).not.toMatch(/@|ilse|\/l\//);
    expect((await post(`${path}/stop`)).body).toContain('No more letters from this person');
    const anew = await newLetterWriter(product, { email: maren.person.email, verified: true });
    expect(await createOutcome(ilse, anew)).toBe('RECIPIENT_BLOCKED');
    expect((await get(path)).statusCode).toBe(404);
  });

  it('works for the first address of a letter that was sent again to another one', async () => {
    const { letter, path } = await sent();
    await product.services.db.update(letters).set({ status: 'failed' }).where(eq(letters.id, letter.id));
    const moved = { recipientEmail: `other-${ilse}` };
    expect((await maren.call('POST', `/api/letters/${letter.id}/retry`, moved)).statusCode).toBe(200);
    expect((await get(path)).statusCode).toBe(404);
    expect((await post(`${path}/stop`)).statusCode).toBe(200);
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
    expect(await createOutcome(`other-${ilse}`)).toBe('created');
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('accepts one-click unsubscribe as %s', async (type, payload) => {
    const { path } = await sent();
    const answer = await product.app.inject({
      method: 'POST',
      url: `${path}/stop`,
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
    expect(await createOutcome(ilse, await newLetterWriter(product))).toBe('created');
  });

  it('stops a queued letter and returns its credit', async () => {
    const { letter, path } = await sent();
    await post(`${path}/stop`);
    await deliverLetter(product.services, letter.id);
    expect(await letterRow(product, letter.id)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining('asked not to get letters from you'),
    });
    expect(await maren.balance()).toBe(5);
  });
});

describe('POST /l/:token/stop-all', () => {
  it('refuses letters from anybody, apart from the block of one person', async () => {
    const { path } = await sent();
    const other = await newLetterWriter(product);
    expect((await get(`${path}/stop`)).body).toContain('No letters from anybody here');
    await post(`${path}/stop`);
    expect((await post(`${path}/stop-all`)).body).toContain('<h1>No letters from anybody</h1>');
    expect(await createOutcome(ilse, other)).toBe('RECIPIENT_BLOCKED');
    await post(`${path}/allow-all`);
    expect(await createOutcome(ilse, other)).toBe('created');
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
  });
});

describe('the link that the sender has', () => {
  it('reads, and does nothing in the recipient’s place', async () => {
    const { letter, path, copy } = await sent();
    expect(copy).not.toBe(path);
    const page = await get(copy);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('The plum tree has flowered.');
    expect(page.body).not.toMatch(/<form|\/stop/);
    expect((await get(`${copy}/photo/1`)).statusCode).toBe(200);
    expect(JSON.stringify(letter)).not.toContain(path);
    await post(`${path}/stop`);
    for (const what of ['stop', 'stop-all', 'allow', 'allow-all', 'answer'])
      expect((await post(`${copy}/${what}`)).statusCode, what).toBe(404);
    expect((await get(`${copy}/stop`)).statusCode).toBe(404);
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
  });

  it('is not the recipient’s when an answer quotes the mail', async () => {
    const { letter, path } = await sent();
    const other = await sent();
    const token = path.slice('/l/'.length);
    const muteOf = (side: 'recipient' | 'sender', corrections = 0) =>
      muteUrl(product.services, { conversationId: letter.conversationId, side }, corrections);
    const corrected = encodeURIComponent(muteOf('recipient', 1));
    const [known] = await product.services.db
      .select({ recipientToken: conversations.recipientToken, envelopeToken: letters.envelopeToken })
      .from(letters)
      .innerJoin(conversations, eq(conversations.id, letters.conversationId))
      .where(eq(letters.id, letter.id));
    const addresses = `reply+${known?.recipientToken}@r.example, bounces+${known?.envelopeToken}@r.example`;
    const all = writeLettersLink(product.services, {
      conversationId: letter.conversationId,
      uid: maren.person.uid,
      address: ilse,
    });
    const text = `Thank you.\nOn Friday Maren <${addresses}> wrote:\n> https://letters.example/l/${token.toUpperCase()}/stop\n> ${token.slice(0, 9)}=\n> ${token.slice(9)}
> ${muteOf('recipient').slice(0, -8)}=\n> ${muteOf('recipient').slice(-8)}
> https://scanner.example/?url=${corrected}
Your other letter: https://letters.example${other.path}/stop
All of them: https://letters.example/l/all/${all.slice(0, 30)}=
> ${all.slice(30)} and so on`;
    const answered = await product.app.inject({
      method: 'POST',
      url: `${path}/answer`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ text, form: randomUUID() }).toString(),
    });
    expect(answered.statusCode).toBe(303);
    const thread = await maren.call('GET', `/api/conversations/${letter.conversationId}/thread`);
    expect(thread.body).toContain('Thank you.');
    expect(thread.body.toLowerCase()).not.toContain(token);
    expect(thread.body).not.toContain(token.slice(9));
    expect(thread.body).toContain('/l/all/ and so on');
    expect(thread.body).toContain('reply+@r.example, bounces+@r.example');
    for (const mute of [muteOf('recipient'), corrected]) expect(thread.body).not.toContain(mute.slice(-8));
    expect(thread.body).toContain(`https://letters.example${other.copy}/stop`);
    // Nor are the sender's for the recipient.
    const replies = `/api/conversations/${letter.conversationId}/replies`;
    const added = await maren.call('POST', replies, { body: `On Friday I had: ${muteOf('sender')}` });
    expect(added.json().body).toBe('On Friday I had: http://localhost:3000/mute/');
  });
});

describe('letters from before the mailed token', () => {
  /** Its one link was in the recipient's mail and with the sender. */
  async function oldLetter() {
    const { letter, copy } = await sent();
    await product.services.db.update(letters).set({ mailedToken: null }).where(eq(letters.id, letter.id));
    return { letter, link: copy };
  }

  it('their link still reads and stops, and neither allows nor answers', async () => {
    const { link } = await oldLetter();
    const page = await get(link);
    expect(page.body).toContain(`${link}/stop`);
    expect(page.body).not.toContain('<form');
    expect((await get(`${link}/stop`)).body).not.toContain('from anybody');
    expect((await post(`${link}/stop`)).body).not.toMatch(/<form|any time/);
    for (const what of ['stop-all', 'allow', 'allow-all', 'answer'])
      expect((await post(`${link}/${what}`)).statusCode, what).toBe(404);
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
    await deleteAccount(maren);
    expect((await post(`${link}/stop`)).statusCode).toBe(200);
    expect((await post(`${link}/allow`)).statusCode).toBe(404);
  });

  it('sent again they get a link of the recipient’s own, and the old one still stops', async () => {
    const { letter, link } = await oldLetter();
    await product.services.db.update(letters).set({ status: 'failed' }).where(eq(letters.id, letter.id));
    expect((await maren.call('POST', `/api/letters/${letter.id}/retry`)).statusCode).toBe(200);
    expect((await post(`${link}/allow`)).statusCode).toBe(404);
    expect((await post(`${link}/stop`)).statusCode).toBe(200);
    expect(await createOutcome(ilse)).toBe('RECIPIENT_BLOCKED');
    await post(`${await mailedPath(product, letter.id)}/allow`);
    expect(await createOutcome(ilse)).toBe('created');
  });
});

it('GET requests change nothing', async () => {
  const { path } = await sent();
  const before = await product.services.db.$count(addressBlocks);
  for (const what of ['', '/stop', '/stop-all', '/allow', '/allow-all', '/answer']) await get(path + what);
  expect(await product.services.db.$count(addressBlocks)).toBe(before);
});
