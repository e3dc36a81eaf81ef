import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aConversation, type TestConversation } from '../../../../test/mail/mailed-conversation.ts';
import { floodInbound } from '../../../../test/mail/replies.ts';
import { answer, deliverBySmtp } from '../../../../test/mail/reply-message.ts';
import { SmtpClient } from '../../../../test/mail/smtp-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { inboundMessages } from '../schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());

const deliver = (recipients: string[], message: string, from?: string) =>
  deliverBySmtp(product, recipients, message, from);
const inboundOf = (conversation: TestConversation) =>
  product.services.db
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversation.id));

describe('the SMTP receiver', () => {
  test('stores a message unchanged and queues its job', async () => {
    const conversation = await aConversation(product.services);
    const message = answer({ body: 'Line\r\n.dotted\r\n' });
    expect(await deliver([conversation.recipientWritesTo], message)).toMatch(/^250 /);

    const [row] = await inboundOf(conversation);
    expect(row).toMatchObject({ side: 'recipient', envelopeSender: 'ilse.brandt@gmail.com', outcome: null });
    expect(row?.storageKey).toMatch(/^inbound\/\d{4}-\d\d\/[0-9a-f-]{36}\.eml$/);
    const raw = await buffer((await product.services.storage.read(row?.storageKey ?? '')).stream);
    expect(raw.toString()).toBe(`${message}\r\n`);
    expect(row?.size).toBe(raw.length);
  });

  test('refuses unknown recipients and accepts known ones of the same message', async () => {
    const conversation = await aConversation(product.services);
    const client = await SmtpClient.open(product.receiverPort);
    const [unknown, foreign, plain, complaints, known] = await client.begin('ilse@example.org', [
      'reply+aaaaaaaaaaaaaaaaaaaaaaaaaa@reply.slow-letters.localhost',
      'someone@example.org',
      'reply@reply.slow-letters.localhost',
      // exists where FEEDBACK_SOURCES is set
      'complaints@reply.slow-letters.localhost',
      conversation.recipientWritesTo.toUpperCase(),
    ]);
    expect(unknown).toMatch(/^550 5\.1\.1/);
    expect(foreign).toMatch(/^550 5\.1\.1/);
    expect(plain).toMatch(/^550 5\.1\.1/);
    expect(complaints).toMatch(/^550 5\.1\.1/);
    expect(known).toMatch(/^250/);
    expect(await client.data(answer())).toMatch(/^250/);
    await client.quit();
    expect(await inboundOf(conversation)).toHaveLength(1);
  });

  test('takes mail from an address whose dots are odd, quoted or not', async () => {
    const conversation = await aConversation(product.services);
    for (const from of ['a..b@docomo.ne.jp', '"a."@docomo.ne.jp']) {
      expect(await deliver([conversation.recipientWritesTo], answer(), from)).toMatch(/^250 /);
    }
  });

  test('stores one message for each conversation it is addressed to', async () => {
    const [one, two] = [await aConversation(product.services), await aConversation(product.services)];
    await deliver([one.recipientWritesTo, two.senderWritesTo, one.recipientWritesTo], answer());
    expect(await inboundOf(one)).toMatchObject([{ side: 'recipient' }]);
    expect(await inboundOf(two)).toMatchObject([{ side: 'sender' }]);
  });

  test('offers no AUTH and relays nothing', async () => {
    const client = await SmtpClient.open(product.receiverPort);
    const greeting = await client.say('EHLO client.example');
    expect(greeting).toMatch(/SIZE 26214400/);
    expect(greeting).not.toMatch(/AUTH/);
    expect(await client.say('AUTH PLAIN AAAA')).toMatch(/^5\d\d/);
    await client.quit();
  });

  test('refuses a message too large by its SIZE or by its bytes, and stores nothing of it', async () => {
    const conversation = await aConversation(product.services);
    const announced = await SmtpClient.open(product.receiverPort);
    await announced.say('EHLO client.example');
    expect(await announced.say('MAIL FROM:<a@example.org> SIZE=30000000')).toMatch(/^552/);
    await announced.quit();

    const before = await storedMessages();
    const line = `${'x'.repeat(998)}\r\n`;
    expect(await deliver([conversation.recipientWritesTo], answer({ body: line.repeat(26_500) }))).toMatch(
      /^552/,
    );
    expect(await storedMessages()).toEqual(before);
    expect(await inboundOf(conversation)).toHaveLength(0);
  });

  test('stores nothing of a message whose sender disconnects during DATA', async () => {
    const conversation = await aConversation(product.services);
    const before = await storedMessages();
    const client = await SmtpClient.open(product.receiverPort);
    await client.begin('ilse@example.org', [conversation.recipientWritesTo]);
    await client.say('DATA');
    client.write(answer().slice(0, 60));
    await new Promise((resolve) => setTimeout(resolve, 100));
    client.drop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await inboundOf(conversation)).toHaveLength(0);
    expect(await storedMessages()).toEqual(before);
  });

  test('answers 450 when one token gets too many messages', async () => {
    const conversation = await aConversation(product.services);
    await floodInbound(product, conversation);
    const client = await SmtpClient.open(product.receiverPort);
    const [recipient, sender] = await client.begin('a@example.org', [
      conversation.recipientWritesTo,
      conversation.senderWritesTo,
    ]);
    expect(recipient).toMatch(/^450/);
    expect(sender).toMatch(/^250/);
    await client.quit();
  });

  async function storedMessages(): Promise<string[]> {
    const files = await readdir(path.join(product.dataDir, 'storage'), { recursive: true }).catch(() => []);
    return files.filter((file) => file.includes('.eml') || file.includes('tmp')).sort();
  }
});
