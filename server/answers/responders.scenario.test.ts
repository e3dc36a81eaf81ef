import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConversation, type TestConversation } from '../../test/mail/mailed-conversation.ts';
import { readAll, relayAll, relayedMail, repliesOf } from '../../test/mail/replies.ts';
import { deliverBySmtp } from '../../test/mail/reply-message.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());

type Relayed = NonNullable<Awaited<ReturnType<typeof relayedMail>>>;
/** A program in a mailbox: the subject and text of its answer to a mail, null for none. */
type Responder = (mail: Relayed['mail'], count: number) => [subject: string, text: string] | null;

const answerTo = (messageId: string, [subject, text]: [string, string]) =>
  [
    'From: Somebody <somebody@example.org>',
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@example.org>`,
    `In-Reply-To: ${messageId}`,
    `References: ${messageId}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n');

const ROUNDS = 12;

/** Both mailboxes answer whatever we mail to them. @returns how many mails were relayed */
async function meet(conversation: TestConversation, responder: Responder): Promise<number> {
  let to: string | null = conversation.recipientWritesTo;
  let answer = answerTo(conversation.letterMessageId, ['Re: A letter', 'Thank you!']);
  for (let round = 0; to && round < ROUNDS; round++) {
    await deliverBySmtp(product, [to], answer, 'somebody@example.org');
    await readAll(product, conversation);
    const last = (await relayAll(product, conversation)).at(-1);
    const relayed = last?.relayStatus === 'sent' ? await relayedMail(product, last) : null;
    const next = relayed && responder(relayed.mail, round);
    if (!relayed || !next) break;
    to = to === conversation.recipientWritesTo ? conversation.senderWritesTo : conversation.recipientWritesTo;
    answer = answerTo(relayed.mail.messageId ?? '', next);
  }
  return (await repliesOf(product, conversation)).filter(({ relayStatus }) => relayStatus === 'sent').length;
}

test.each<[string, Responder]>([
  ['whose subject says so', () => ['Auto reply', 'I am away.']],
  ['whose subject goes before that of the mail', ({ subject }) => [`Urlaub: ${subject}`, 'Bis Mai.']],
  ['whose words say nothing', ({ subject }) => [`${subject}`, 'Thank you for your message.']],
  ['that number their answers', (_mail, count) => ['Ticket', `We have your message, number ${count * 37}.`]],
  ['that quote', ({ text }) => ['Urlaub', `Bis Mai.\r\n\r\n> ${text?.replaceAll('\n', '\r\n> ')}`]],
])('responders %s, and that answer everything, stop answering each other', async (_kind, responder) => {
  const conversation = await aConversation(product.services);
  expect(await meet(conversation, responder)).toBeLessThanOrEqual(6);
  expect((await repliesOf(product, conversation)).length).toBeGreaterThan(0);
});

test('a responder that keeps to RFC 3834 does not answer words of a program, and answers those of a person', async () => {
  const conversation = await aConversation(product.services);
  const seen: (string | undefined)[] = [];
  const responder: Responder = ({ headers }) => {
    seen.push(headers.get('auto-submitted')?.toString());
    return headers.has('auto-submitted') ? null : ['Auto reply', 'I am away.'];
  };
  expect(await meet(conversation, responder)).toBe(2);
  expect(seen).toEqual([undefined, 'auto-replied']);
});

test('a third mail with the same words is shown and not mailed once both were answered; one with other words is mailed', async () => {
  const conversation = await aConversation(product.services);
  const { recipientWritesTo: ilse, senderWritesTo: maren } = conversation;
  const statuses = async (mails: [to: string, text: string][]) => {
    for (const [to, text] of mails) {
      const message = answerTo(conversation.letterMessageId, ['Urlaub', text]);
      await deliverBySmtp(product, [to], message, 'somebody@example.org');
      await readAll(product, conversation);
      await relayAll(product, conversation);
    }
    const shown = await repliesOf(product, conversation);
    return shown.slice(-mails.length).map(({ relayStatus }) => relayStatus);
  };
  const danke: [string, string] = [ilse, 'Danke!'];
  const gern: [string, string] = [maren, 'Gern.'];
  expect(await statuses([danke, danke, danke])).toEqual(['sent', 'sent', 'sent']);
  expect(await statuses([gern, gern, danke, gern])).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect(await statuses([danke, [ilse, 'Danke, Maren!']])).toEqual(['none', 'sent']);
});
