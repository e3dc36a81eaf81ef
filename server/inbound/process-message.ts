import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { tokenOf } from '../delivery/addresses.ts';
import type { Transaction } from '../platform/db/database.ts';
import { inboundMessages } from '../platform/db/schema/inbound.ts';
import type { Services } from '../platform/services.ts';
import { whyNotAReply } from './classify/not-a-reply.ts';
import { type InboundMessage, ParserThread } from './threads/parser-thread.ts';

declare module '../platform/jobs/queue.ts' {
  interface JobData {
    'read-inbound-message': { inboundMessageId: string };
  }
}

export type InboundServices = Pick<
  Services,
  'config' | 'db' | 'storage' | 'log' | 'queue' | 'photos' | 'meters'
>;

/** A message that was stored and parsed. */
export interface StoredMessage {
  row: typeof inboundMessages.$inferSelect;
  message: InboundMessage;
  raw: Buffer;
}

/**
 * Records a message to one of our envelope senders, in the transaction that marks it as processed.
 * @param token of the envelope sender; a handler ignores one that it does not know
 */
export type BounceHandler = (
  tx: Transaction,
  services: InboundServices,
  token: string,
  message: Pick<InboundMessage, 'report' | 'namedMessageIds'>,
) => Promise<void>;

/**
 * Does what takes time with a message that a person wrote (DNS, photos), and returns what stores it in the
 * transaction that marks it as processed. That resolves with the outcome: `reply`, or why it is none.
 */
export type ReplyHandler = (
  services: InboundServices,
  stored: StoredMessage,
) => Promise<(tx: Transaction) => Promise<string>>;

/** What is done with each class of message. Registered in `server/inbound-handlers.ts`. */
export interface InboundHandlers {
  /** all are called for each bounce, in this order */
  bounce: BounceHandler[];
  reply: ReplyHandler;
}

/** One for the process; its thread does not keep the process alive. */
const parser = new ParserThread();

/**
 * Parses and classifies a stored message and hands it to its handler. What the handler stores and the mark that the
 * message was processed are one transaction, so processing it again changes nothing.
 */
export async function processMessage(
  services: InboundServices,
  handlers: InboundHandlers,
  inboundMessageId: string,
): Promise<void> {
  const { db, storage, log } = services;
  const [row] = await db.select().from(inboundMessages).where(eq(inboundMessages.id, inboundMessageId));
  if (!row || row.readAt) return;

  const raw = await buffer((await storage.read(row.storageKey)).stream);
  const message = await parser.parse(raw, row.envelopeSender);
  const { parseProblem } = message;
  if (parseProblem) log.warn({ inboundMessageId, parseProblem }, 'inbound message not parsed to the end');
  const store = await classify(services, handlers, { row, message, raw });
  const outcome = await db.transaction(async (tx) => {
    const [locked] = await tx
      .select({ readAt: inboundMessages.readAt })
      .from(inboundMessages)
      .where(eq(inboundMessages.id, row.id))
      .for('update');
    if (!locked || locked.readAt) return null;
    const stored = await store(tx);
    await tx
      .update(inboundMessages)
      .set({ readAt: sql`now()`, outcome: stored })
      .where(eq(inboundMessages.id, row.id));
    return stored;
  });
  log.info({ inboundMessageId, outcome }, 'inbound message processed');
}

/** @returns what stores the message; it resolves with the outcome */
async function classify(
  services: InboundServices,
  handlers: InboundHandlers,
  stored: StoredMessage,
): Promise<(tx: Transaction) => Promise<string>> {
  const { row, message } = stored;
  const address = tokenOf(services.config, row.envelopeRecipient);
  if (address?.kind === 'bounce') {
    return async (tx) => {
      for (const handle of handlers.bounce) await handle(tx, services, address.token, message);
      return 'bounce';
    };
  }
  const machine = whyNotAReply(message.headers, row.envelopeSender);
  return machine ? async () => machine : handlers.reply(services, stored);
}
