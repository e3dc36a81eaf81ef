import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConversationSummary } from '../../shared/conversations.ts';
import type { Letter } from '../../shared/letters.ts';
import { type LetterWriter, mailedPath, newLetterWriter } from '../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { announceReply } from '../core/events/announce.ts';
import type { Announcement } from '../core/events/event-feed.ts';
import { letters } from './schema.ts';

let product: TestProduct;
let maren: LetterWriter;
let ilse: LetterWriter;
let letter: Letter;

beforeAll(async () => {
  product = await startTestProduct();
  maren = await newLetterWriter(product);
  ilse = await newLetterWriter(product, { displayName: 'Ilse Brandt', verified: true });
  letter = await maren.queued({ recipientEmail: ilse.person.email });
});
afterAll(() => product.close());

async function isShown({ call }: LetterWriter): Promise<Record<string, boolean>> {
  const conversation = `/api/conversations/${letter.conversationId}`;
  const photo = `/api/photo/${letter.photoUrls[0]?.replace('/uploads/', '')}`;
  const page = new URL(letter.webPage?.url ?? '').pathname;
  const found = async (url: string) => (await call('GET', url)).statusCode === 200;
  const listed = (await call('GET', '/api/conversations')).json<ConversationSummary[]>();
  return {
    listed: listed.some(({ id }) => id === letter.conversationId),
    thread: await found(`${conversation}/thread`),
    photo: await found(photo),
    page: await found(page),
    stop: (await call('GET', `${await mailedPath(product, letter.id)}/stop`)).body.includes('Maren'),
  };
}

const setStatus = (status: string) =>
  product.services.db
    .update(letters)
    .set({
      status,
      arriveLocal: '2099-12-24T08:00',
      arriveZone: 'UTC',
      arriveAt: new Date('2099-12-24T08:00Z'),
    })
    .where(eq(letters.id, letter.id));

const HIDDEN = ['created', 'sealed', 'held', 'unsent', 'scheduled', 'some later status'];
const NOTHING = { listed: false, thread: false, photo: false, page: false, stop: false };

it.each(HIDDEN)('letter visibility: the recipient sees nothing of a letter that is %s', async (status) => {
  await setStatus(status);
  expect(await isShown(ilse)).toEqual(NOTHING);
  const answer = await ilse.call('POST', `/api/conversations/${letter.conversationId}/replies`, {
    body: 'So?',
  });
  expect(answer.statusCode).toBe(404);
});

it.each(['queued', 'sending', 'sent', 'failed', 'bounced'])(
  'letter visibility: the recipient sees a letter that is %s',
  async (status) => {
    await setStatus(status);
    expect(await isShown(ilse)).toEqual({ listed: true, thread: true, photo: true, page: true, stop: true });
  },
);

it('letter visibility: nothing is added to a letter that has not left', async () => {
  await setStatus('sealed');
  const added = await maren.call('POST', `/api/conversations/${letter.conversationId}/replies`, {
    body: 'One more thing.',
  });
  expect([added.statusCode, added.json()]).toMatchObject([409, { code: 'NOT_SENT_YET' }]);
});

it('letter visibility: a reply is announced to the recipient only while they see the letter', async () => {
  const heard: Announcement[] = [];
  const end = await product.services.events.subscribe((announcement) => heard.push(announcement));
  try {
    for (const status of ['unsent', 'sent']) {
      await setStatus(status);
      await product.services.db.transaction((tx) => announceReply(tx, letter.conversationId));
    }
    await expect.poll(() => heard.length).toBe(2);
    expect(heard.map(({ email }) => email)).toEqual([null, ilse.person.email]);
  } finally {
    end();
  }
});

it('letter visibility: its sender sees a sealed letter, and not as sent', async () => {
  await setStatus('sealed');
  const own = (await maren.call('GET', '/api/letters')).json<Letter[]>();
  expect(own).toEqual([expect.objectContaining({ id: letter.id, status: 'sealed', webPage: null })]);
  expect((await maren.call('GET', '/api/letter-totals')).json()).toMatchObject({
    letters: 1,
    sent: 0,
    photos: 0,
  });
});
