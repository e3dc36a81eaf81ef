import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { boughtCredits } from '../../../test/support/bought-credits.ts';
import { type LetterWriter, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { muteUrl } from '../../answers/mute.ts';
import { replies } from '../../answers/schema.ts';
import { mailFrom } from '../../mail/out/addresses.ts';
import { COMMANDS } from '../../operator/cli/commands.ts';
import { eraseAccount } from '../../pages/account/erase-account.ts';
import { senderPauses } from '../../people/users/schema.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { letterReports, letters } from '../schema.ts';

let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
  await boughtCredits(product, maren.person.userId, 20, 2);
});

const address = () => `ilse-${randomUUID().slice(0, 8)}@example.org`;
const post = (url: string, payload: string) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });
const newest = async () => {
  const [row] = await product.services.db
    .select()
    .from(letterReports)
    .orderBy(desc(letterReports.id))
    .limit(1);
  return row;
};
const pausesOf = ({ person }: LetterWriter) =>
  product.services.db.select().from(senderPauses).where(eq(senderPauses.userId, person.userId));

/** A gift that a mail told of. @returns the path of the mail's link */
async function gift(recipientEmail: string): Promise<string> {
  const body = { credits: 1, recipientName: 'Ilse', recipientEmail, note: 'Buy my coins' };
  expect((await maren.call('POST', '/api/gifts', body)).statusCode).toBe(200);
  const [mail] = await new IdentityClient(product).mailsTo(recipientEmail);
  return /\/l\/[a-z0-9]+(?=\/stop)/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Maren's letter, with an answer. */
async function answered(recipientEmail = address()) {
  const letter = await maren.queued({ recipientEmail });
  await deliverLetter(product.services, letter.id);
  await product.services.db.insert(replies).values({
    conversationId: letter.conversationId,
    side: 'recipient',
    fromEmail: recipientEmail,
    subject: 'Re: A letter',
    body: 'You will be sorry.',
    fullText: 'You will be sorry.',
    emailProvider: 'other',
    messageId: randomUUID(),
  });
  return letter;
}

it('reports: a gift is reported by its mail, with own words, and counts like a letter', async () => {
  const [first, second] = [address(), address()];
  const path = await gift(first);
  expect((await product.app.inject({ url: `${path}/stop` })).body).toContain(`${path}/report`);
  expect((await product.app.inject({ url: `${path}/report` })).body).toContain('In your own words');
  const words = encodeURIComponent('He \u202eoffers\u0007 coins');
  for (const _time of [1, 2])
    expect((await post(`${path}/report`, `reason=fraud&words=${words}`)).body).toContain(
      'You get no more mail',
    );
  expect(await newest()).toMatchObject({ reason: 'fraud', letterId: null, words: 'He offers coins' });
  const again = { credits: 1, recipientName: 'Ilse', recipientEmail: first };
  expect((await maren.call('POST', '/api/gifts', again)).json().code).toBe('RECIPIENT_BLOCKED');

  const [mail] = (await new IdentityClient(product).mailsTo(mailFrom(product.services.config).address)).slice(
    -1,
  );
  const id = (await newest())?.id;
  expect(mail?.subject).toBe(`Report ${id}: a gift`);
  for (const part of [
    `User ${maren.person.userId}`,
    'Reporters of this sender in 30 days: 1',
    'He offers coins',
    `reports look ${id}`,
    `senders pause ${maren.person.userId}`,
  ])
    expect(mail?.text).toContain(part);
  expect(await pausesOf(maren)).toEqual([]);
  await post(`${await gift(second)}/report`, 'reason=fraud');
  expect(await pausesOf(maren)).toMatchObject([{ cause: 'reports' }]);

  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  const look = COMMANDS['reports look'];
  if (look && 'run' in look) await look.run(product.services, [String(id)]);
  vi.restoreAllMocks();
  expect(printed.join('\n')).toContain('Buy my coins');
});

it('reports: whoever reported takes their own words along when their account is erased', async () => {
  const ilse = address();
  await post(`${await gift(ilse)}/report`, 'reason=fraud&words=Coins');
  const { uid } = (await newLetterWriter(product, { email: ilse, verified: true })).person;
  await product.services.db.transaction((tx) => eraseAccount(tx, product.services, uid));
  expect(await newest()).toMatchObject({ reason: 'fraud', words: null });
});

it('reports: a letter’s sender reports the answers to it: they are quiet, told of, and pause nobody', async () => {
  const ilse = await newLetterWriter(product);
  const { email } = ilse.person;
  for (const _time of [1, 2, 3, 4, 5]) {
    maren = await newLetterWriter(product);
    const letter = await answered(email);
    const other = await answered(email);
    const reported = await maren.call('POST', `/api/letters/${letter.id}/report`, {
      reason: 'abuse',
      words: 'Help',
    });
    expect(reported.statusCode).toBe(200);
    const thread = await maren.call('GET', `/api/conversations/${other.conversationId}/thread`);
    expect(thread.json()).toMatchObject({ muted: true, answered: true });
    expect(await newest()).toMatchObject({ answersTo: letter.id, letterId: null, words: 'Help' });
  }
  expect(await pausesOf(ilse)).toEqual([]);
  await expect(ilse.queued({ recipientEmail: maren.person.email })).rejects.toThrow('RECIPIENT_BLOCKED');
});

it('reports: one’s own letter without an answer is nothing to report', async () => {
  const letter = await maren.queued({ recipientEmail: address() });
  const { statusCode } = await maren.call('POST', `/api/letters/${letter.id}/report`, { reason: 'abuse' });
  expect(statusCode).toBe(404);
});

it('reports: a relayed mail leads to the same page; its recipient’s counts, its sender’s is of the answers', async () => {
  const { conversationId, id } = await answered();
  const path = (side: 'recipient' | 'sender') =>
    new URL(muteUrl(product.services, { conversationId, side })).pathname;
  expect((await product.app.inject({ url: path('sender') })).body).toContain(`${path('sender')}/report`);
  expect((await post(`${path('sender')}/report`, '')).statusCode).toBe(400);
  await post(`${path('sender')}/report`, 'reason=abuse');
  expect(await newest()).toMatchObject({ answersTo: id });
  await post(`${path('recipient')}/report`, 'reason=unwanted');
  expect(await newest()).toMatchObject({ letterId: id, answersTo: null });
});

it('reports: a mail with an answer from before its letter went on to another address blocks nobody there', async () => {
  const [{ conversationId, id }, next] = [await answered(), await newLetterWriter(product)];
  const link = new URL(muteUrl(product.services, { conversationId, side: 'sender' })).pathname;
  await product.services.db.update(letters).set({ status: 'failed' }).where(eq(letters.id, id));
  await maren.call('POST', `/api/letters/${id}/retry`, { recipientEmail: next.person.email });
  expect((await post(`${link}/report`, 'reason=abuse')).statusCode).toBe(200);
  expect((await next.queued({ recipientEmail: maren.person.email })).status).toBe('queued');
});
