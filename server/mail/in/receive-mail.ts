import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import {
  FEEDBACK_SEARCHED_BYTES,
  plusAddressesIn,
} from '../../../packages/mail-reader/classify/feedback-report.ts';
import type { Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';
import {
  addresseeKey,
  type BusyAddressee,
  findDestination,
  findNamed,
  holdGivers,
  isFeedbackAddress,
  isFlooded,
  receivedLastHour,
  reportsLastHour,
} from './destination.ts';
import { inboundMessages } from './schema.ts';

/** Bytes of a raw message. */
export const INBOUND_MAX_BYTES = 25 * 1024 * 1024;

export interface ArrivingMail {
  raw: Readable;
  /** empty for the null sender (RFC 5321, 4.5.5) */
  envelopeSender: string;
  envelopeRecipients: string[];
  /** by envelope recipient, of those that the caller has looked up */
  destinations?: ReadonlyMap<string, BusyAddressee>;
  /** IP address of the client, where it is known */
  remoteAddress: string | null;
}

export class UnknownRecipient extends Error {
  override name = 'UnknownRecipient';
}

/** An addressee is over `REPLIES_AN_HOUR` or `BYTES_A_DAY`: the message is to be sent again later. */
export class TooManyMessages extends Error {
  override name = 'TooManyMessages';
}

export class MessageTooLarge extends Error {
  override name = 'MessageTooLarge';
}

const TOO_MANY = 'An addressee had too many messages within the hour, or too large ones within a day.';

/**
 * Resolves when the raw message is durably stored and queued for reading, once for each addressee. When it rejects,
 * nothing is stored and the raw stream stays open.
 * @param claim runs in the same transaction; false stores nothing
 * @returns ids of what was stored; none after a false claim, or for a complaint about no known mail
 * @throws {UnknownRecipient} {MessageTooLarge} {TooManyMessages}
 */
export async function receiveMail(
  { config, db, queue, storage }: Services,
  mail: ArrivingMail,
  claim: (tx: Transaction) => Promise<boolean> = async () => true,
): Promise<string[]> {
  const { known, feedbackTo } = await lookUpRecipients({ config, db }, mail);
  const receivedAt = new Date();
  const beginning: Buffer[] = [];
  const storageKey = `inbound/${receivedAt.toISOString().slice(0, 7)}/${randomUUID()}.eml`;
  const size = await storage.put(
    storageKey,
    Readable.from(limited(mail.raw, beginning), { objectMode: false }),
  );
  const destinations =
    known.length > 0 || feedbackTo === undefined
      ? known
      : await feedbackDestination({ config, db }, feedbackTo, Buffer.concat(beginning));
  const rows = destinations.map(({ conversationId, giftId, side, envelopeRecipient }) => ({
    id: randomUUID(),
    conversationId,
    giftId,
    side,
    envelopeRecipient: storable(envelopeRecipient),
    envelopeSender: storable(mail.envelopeSender),
    remoteAddress: mail.remoteAddress === null ? null : storable(mail.remoteAddress),
    storageKey,
    size,
    receivedAt,
  }));
  let kept: typeof rows = [];
  try {
    const claimed = await db.transaction(async (tx) => {
      if (!(await claim(tx))) return false;
      kept = await withoutErased(tx, rows);
      if (rows.length > 0 && kept.length === 0)
        throw new UnknownRecipient('The account of whoever gave it was deleted.');
      for (const row of kept) {
        const [earlier] = await tx
          .insert(inboundMessages)
          .values(row)
          .returning({
            received: row.giftId
              ? reportsLastHour(sql`${row.giftId}::uuid`)
              : receivedLastHour(sql`${row.conversationId}::uuid`, sql`${row.side}`),
          });
        // Counted again: others may have been stored while this one was received.
        if (earlier && isFlooded({ receivedLastHour: earlier.received })) throw new TooManyMessages(TOO_MANY);
        await queue.enqueue(
          tx,
          'read-inbound-message',
          { inboundMessageId: row.id },
          // First messages are read before second ones, so that one addressee's flood does not delay others.
          { priority: -(earlier?.received ?? 0), group: addresseeKey(row) },
        );
      }
      return true;
    });
    if (!claimed || rows.length === 0) {
      await storage.delete(storageKey);
      return [];
    }
  } catch (error) {
    if (!(await mayBeStored(db, storageKey))) await storage.delete(storageKey);
    throw error;
  }
  for (const _ of kept) queue.wake('read-inbound-message');
  return kept.map((row) => row.id);
}

/** @throws {UnknownRecipient} {TooManyMessages} before the message is received */
export async function lookUpRecipients(
  { config, db }: Pick<Services, 'config' | 'db'>,
  mail: Omit<ArrivingMail, 'raw'>,
): Promise<{ known: Found[]; feedbackTo: string | undefined }> {
  const found = new Map<string, Found>();
  for (const envelopeRecipient of mail.envelopeRecipients) {
    const destination =
      mail.destinations?.get(envelopeRecipient) ?? (await findDestination(db, config, envelopeRecipient));
    if (!destination) continue;
    const key = addresseeKey(destination);
    if (!found.has(key)) found.set(key, { ...destination, envelopeRecipient });
  }
  const known = [...found.values()];
  const feedbackTo = mail.envelopeRecipients.find((address) => isFeedbackAddress(config, address));
  if (known.length === 0 && feedbackTo === undefined)
    throw new UnknownRecipient('No recipient of the message is known here.');
  if (known.some(isFlooded)) throw new TooManyMessages(TOO_MANY);
  return { known, feedbackTo };
}

/** Erasing an account deletes its conversations but not its gifts: rows of givers are locked until the commit. */
async function withoutErased<Row extends { giftId: string | null }>(tx: Transaction, rows: Row[]) {
  const giftIds = rows.flatMap(({ giftId }) => giftId ?? []);
  if (giftIds.length === 0) return rows;
  const withGiver = await holdGivers(tx, giftIds);
  return rows.filter(({ giftId }) => giftId === null || withGiver.has(giftId));
}

/** Without U+0000, which no address has and PostgreSQL cannot store. */
const storable = (text: string) => text.replaceAll('\u0000', '');

/** A commit whose answer was lost may have succeeded. The sweep of orphaned objects checks again later. */
async function mayBeStored(db: Services['db'], storageKey: string): Promise<boolean> {
  try {
    return (await db.$count(inboundMessages, eq(inboundMessages.storageKey, storageKey))) > 0;
  } catch {
    // The caller throws and logs the first error; this one has the same cause.
    return true;
  }
}

type Found = BusyAddressee & { envelopeRecipient: string };

/** A complaint belongs to the letter, gift or relayed answer that it names; one that names none is not kept. */
async function feedbackDestination(
  { config, db }: Pick<Services, 'config' | 'db'>,
  envelopeRecipient: string,
  beginning: Buffer,
): Promise<Found[]> {
  const destination = await findNamed(db, config, plusAddressesIn(beginning));
  return !destination || isFlooded(destination) ? [] : [{ ...destination, envelopeRecipient }];
}

/** Copies the first bytes into `beginning`. @throws {MessageTooLarge} to the reader, so that storage keeps nothing */
async function* limited(raw: Readable, beginning: Buffer[]): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size - bytes.length < FEEDBACK_SEARCHED_BYTES) beginning.push(bytes);
    if (size > INBOUND_MAX_BYTES) throw new MessageTooLarge('The message is larger than we take.');
    yield bytes;
  }
}
