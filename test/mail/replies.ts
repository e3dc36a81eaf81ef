import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { relayReply } from '../../server/answers/relay-reply.ts';
import { replies } from '../../server/answers/schema.ts';
import { REPLIES_AN_HOUR } from '../../server/mail/in/destination.ts';
import { processMessage } from '../../server/mail/in/process-message.ts';
import { inboundMessages } from '../../server/mail/in/schema.ts';
import { capturedMessages } from '../../server/mail/out/schema.ts';
import type { TestProduct } from '../support/test-product.ts';

type ReplyRow = typeof replies.$inferSelect;

/** Processes every stored message of a conversation, as the worker does. @returns their outcomes */
export async function readAll({ services }: TestProduct, { id }: { id: string }): Promise<string[]> {
  const inbound = () =>
    services.db
      .select()
      .from(inboundMessages)
      .where(eq(inboundMessages.conversationId, id))
      .orderBy(inboundMessages.receivedAt);
  for (const row of await inbound()) await processMessage(services, row.id);
  return (await inbound()).map((row) => row.outcome ?? 'unread');
}

/** Lets the recipient have sent as many messages as an address takes within an hour. */
export async function floodInbound(
  { services }: TestProduct,
  conversation: { id: string; recipientWritesTo: string },
): Promise<void> {
  await services.db.insert(inboundMessages).values(
    Array.from({ length: REPLIES_AN_HOUR }, () => ({
      id: randomUUID(),
      envelopeSender: 'x@example.org',
      envelopeRecipient: conversation.recipientWritesTo,
      conversationId: conversation.id,
      side: 'recipient' as const,
      storageKey: 'none',
      size: 1,
      readAt: new Date(),
    })),
  );
}

export function repliesOf({ services }: TestProduct, { id }: { id: string }): Promise<ReplyRow[]> {
  return services.db.select().from(replies).where(eq(replies.conversationId, id)).orderBy(replies.id);
}

/** Relays every queued reply, as the worker does. */
export async function relayAll(product: TestProduct, conversation: { id: string }): Promise<ReplyRow[]> {
  for (const { id } of await repliesOf(product, conversation)) await relayReply(product.services, id);
  return repliesOf(product, conversation);
}

/** The relayed mail of a reply, parsed; null when none was sent. */
export async function relayedMail({ services }: TestProduct, reply: ReplyRow | undefined) {
  const [row] = await services.db
    .select()
    .from(capturedMessages)
    .where(eq(capturedMessages.messageId, reply?.relayMessageId ?? ''));
  if (!row) return null;
  const mail = await simpleParser(row.raw, { skipHtmlToText: true, keepCidLinks: true });
  const references = ([] as string[]).concat(mail.references ?? []);
  return { mail, references, raw: row.raw, envelopeSender: row.envelopeSender, to: row.envelopeRecipients };
}
