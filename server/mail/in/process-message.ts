import { buffer } from 'node:stream/consumers';
import { and, eq, isNull, sql, TransactionRollbackError } from 'drizzle-orm';
import { automaticContent } from '../../../packages/mail-reader/classify/automatic-note.ts';
import type { FeedbackReport } from '../../../packages/mail-reader/classify/feedback-report.ts';
import { type NotAReply, whyNotAReply } from '../../../packages/mail-reader/classify/not-a-reply.ts';
import { type InboundMessage, ParserThreads } from '../../../packages/mail-reader/threads/parser-thread.ts';
import type { Transaction } from '../../core/db/database.ts';
import { announceNote } from '../../core/events/announce.ts';
import { count, countOf, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { tokenOf } from '../out/addresses.ts';
import { addresseeKey, bouncedToken, type Destination, isFeedbackAddress } from './destination.ts';
import { inboundMessages } from './schema.ts';

type InboundRow = typeof inboundMessages.$inferSelect;

interface StoredMessage<Row = InboundRow> {
  row: Row;
  message: InboundMessage;
  raw: Buffer;
}

export type ConversationMessage = StoredMessage<InboundRow & { conversationId: string }>;

type Report = Pick<InboundMessage, 'report' | 'namedMessageIds'>;

/** @param token of the envelope sender; a handler ignores one that it does not know */
export type BounceHandler = (
  tx: Transaction,
  services: Services,
  token: string,
  message: Report,
) => Promise<void>;

/** Runs in the transaction that marks the message as processed. @returns the outcome */
type Store = (tx: Transaction) => Promise<string>;

/** @returns what records the complaint, or why it does not count */
export type ComplaintHandler = (
  services: Services,
  stored: StoredMessage,
  feedback: FeedbackReport,
) => Promise<Store>;

/** What the domains above do with each class of message, in `server/on.ts`. */
export interface InboundHandlers {
  bounce: (tx: Transaction, token: string, message: Report) => Promise<void>;
  /** Does the slow work (DNS, photos). @returns what stores the answer, with the outcome `reply` or why it is none */
  answer: (stored: ConversationMessage) => Promise<Store>;
  /** the letter's subject, and all texts mailed in the conversation, by which quotations are recognised */
  mailed: (conversationId: string) => Promise<{ subject: string; text: string } | null>;
  complaint: (stored: StoredMessage, feedback: FeedbackReport) => Promise<Store>;
  /** returns a function that replaces, in `texts` from one side, the secrets that only the mail to that side contains */
  concealer: (tx: Transaction, from: Destination, texts: string[]) => Promise<(text: string) => string>;
}

type Needs = Services & { on: InboundHandlers };

export interface Reading {
  threads: ParserThreads;
  /** true: a message over the limit of CPU time, or to an address over its budget, is left for `rereadMessage` */
  defers: boolean;
}

// Shared by the whole process, which the threads do not keep alive.
const FIRST_READING: Reading = { threads: new ParserThreads(2, { cpuMs: 2_000 }), defers: true };
const SECOND_READING: Reading = { threads: new ParserThreads(1, { cpuMs: 10_000 }), defers: false };

/** Less CPU time is not counted: counting costs more than such a parse, and messages to an address are limited per hour. */
const COUNTED_LEAST_MS = 10;
/** `addresseeKey` in SQL. */
const ADDRESSEE = sql`concat(coalesce(inbound_messages.conversation_id, inbound_messages.gift_id), ':', inbound_messages.side)`;

/** Idempotent. A message that takes long to parse is left for `rereadMessage`. */
export const processMessage = (services: Needs, inboundMessageId: string): Promise<void> =>
  readMessage(services, inboundMessageId, FIRST_READING);

/** Reads one message at a time, with a higher limit of CPU time; one that exceeds that too keeps its whole text. */
export const rereadMessage = (services: Needs, inboundMessageId: string): Promise<void> =>
  readMessage(services, inboundMessageId, SECOND_READING);

export async function readMessage(services: Needs, inboundMessageId: string, { threads, defers }: Reading) {
  const { db, storage, log } = services;
  const [stored] = await db
    .select({ row: inboundMessages, spent: countOf('parsing', ADDRESSEE) })
    .from(inboundMessages)
    .where(eq(inboundMessages.id, inboundMessageId));
  if (!stored || stored.row.readAt) return;

  const { row, spent } = stored;
  const parsing = limit('parsing', addresseeKey(row));
  if (defers && spent >= parsing.most) return defer(services, row, spent);
  const [raw, mailed] = await Promise.all([
    storage.read(row.storageKey).then(({ stream }) => buffer(stream)),
    row.conversationId === null ? null : services.on.mailed(row.conversationId),
  ]);
  const { message, cpuMs, tookTooLong } = await threads.parse(raw, row.envelopeSender, mailed?.text ?? '');
  const spentNow = cpuMs < COUNTED_LEAST_MS ? spent : (await count(db, parsing, Math.ceil(cpuMs))).count;
  if (defers && tookTooLong) return defer(services, row, spentNow);
  const { parseProblem } = message;
  if (parseProblem) log.warn({ inboundMessageId, parseProblem }, 'inbound message not parsed to the end');
  const store = await classify(services, { row, message, raw }, mailed?.subject);
  const outcome = await storeOnce(db, row.id, store);
  log.info({ inboundMessageId, outcome }, 'inbound message processed');
}

/** Marks the message as read after `store`, by the order of locks (docs/decisions/0035). @returns null if read or erased before */
export async function storeOnce(db: Services['db'], inboundMessageId: string, store: Store) {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await store(tx);
      const { rowCount } = await tx
        .update(inboundMessages)
        .set({ readAt: sql`now()`, outcome })
        .where(and(eq(inboundMessages.id, inboundMessageId), isNull(inboundMessages.readAt)));
      // Another process stored the message meanwhile, or it was erased.
      if (rowCount === 0) tx.rollback();
      return outcome;
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return null;
    throw error;
  }
}

/** Messages to addresses that took less parsing come first, so that no address waits for a busy one. */
async function defer({ db, queue, log }: Needs, row: InboundRow, spentMs: number): Promise<void> {
  const data = { inboundMessageId: row.id };
  await db.transaction((tx) =>
    queue.enqueue(tx, 'reread-inbound-message', data, {
      group: addresseeKey(row),
      priority: -Math.round(spentMs / 1_000),
    }),
  );
  log.info({ ...data, spentMs }, 'inbound message takes long to parse, read again later');
}

async function classify(services: Needs, stored: StoredMessage, letterSubject?: string): Promise<Store> {
  const { row, message } = stored;
  const { conversationId } = row;
  if (message.feedback) return services.on.complaint(stored, message.feedback);
  const address = tokenOf(services.config, row.envelopeRecipient);
  if (isFeedbackAddress(services.config, row.envelopeRecipient)) return async () => 'no complaint';
  const why = whyNotAReply(message, row.envelopeSender, letterSubject);
  // Some systems send bounces to the Reply-To address, where a message without a machine's marks is a person's answer.
  if (address && (address.kind === 'bounce' ? isBounce(message, why) : why === 'bounce' && message.report)) {
    return async (tx) => {
      const token =
        address.kind === 'bounce' || conversationId === null
          ? address.token
          : await bouncedToken(tx, { conversationId, side: row.side }, message);
      await services.on.bounce(tx, token ?? address.token, message);
      return 'bounce';
    };
  }
  // People do not write to an envelope sender; programs send automatic answers there (RFC 3834, section 4).
  const machine = why ?? (address?.kind === 'bounce' ? 'auto-reply' : null);
  // A gift's mail has no address but its envelope sender: only programs answer there, and nobody is shown what.
  if (conversationId === null) return async () => machine ?? 'auto-reply';
  const inConversation = { ...stored, row: { ...row, conversationId } };
  return machine ? storeNote(services, inConversation, machine) : services.on.answer(inConversation);
}

const isBounce = ({ report }: InboundMessage, why: NotAReply | null) =>
  report !== null || why === 'bounce' || why === 'complaint';

/** Conceals secrets, since a program's answer may quote the mail that it answers. */
function storeNote(services: Needs, { row, message }: ConversationMessage, why: NotAReply): Store {
  return async (tx) => {
    if (!automaticContent(why, message, row.receivedAt)) return why;
    const { subject, fullText } = message;
    const conceal = await services.on.concealer(tx, row, [subject, fullText]);
    // Concealed before `automaticContent` cuts the texts, so that no part of a secret is left.
    const shown = { ...message, subject: conceal(subject), fullText: conceal(fullText) };
    const note = automaticContent(why, shown, row.receivedAt);
    await tx.update(inboundMessages).set({ note }).where(eq(inboundMessages.id, row.id));
    await announceNote(tx, row.conversationId);
    return why;
  };
}

/** Marks a message as read, without an effect; it stays in storage. */
export async function discardMessage(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(inboundMessages)
    .set({ readAt: sql`now()`, outcome: 'discarded' })
    .where(and(eq(inboundMessages.id, id), isNull(inboundMessages.readAt)));
}
