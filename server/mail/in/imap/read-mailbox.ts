import type { Readable } from 'node:stream';
import { and, arrayContains, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow';
import { headerFields } from '../../../../packages/mail-reader/parse/parse-message.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import type { Services } from '../../../core/services.ts';
import {
  envelopeFromHeaders,
  findDestination,
  isFeedbackAddress,
  isFlooded,
  RECIPIENT_FIELDS,
} from '../destination.ts';
import {
  type ArrivingMail,
  INBOUND_MAX_BYTES,
  MessageTooLarge,
  receiveMail,
  TooManyMessages,
} from '../receive-mail.ts';
import { imapMailboxes } from '../schema.ts';

/** How far back a mailbox is read that is new to us, or whose UIDs were reassigned. */
const LOOK_BACK_DAYS = 14;
const FETCHED_AT_ONCE = 50;
/** Messages that wait; one more is left unseen in the mailbox and not tried again. */
const WAITING_AT_MOST = 5_000;

/** Marked as seen once stored. One whose address had too many within the hour waits. @throws when one is not stored */
export async function readMailbox(needs: Services, client: ImapFlow, name: string, withWaiting: boolean) {
  const position = await positionOf(needs, client, name);
  if (withWaiting) {
    for (const range of inRanges(position.waitingUids)) {
      const waiting = await storeMessages(needs, client, position, range);
      const done = range.filter((uid) => !waiting.has(uid));
      await forgetWaiting(needs.db, position, done);
    }
  }
  const found = await search(client, { uid: `${position.lastUid + 1}:*` });
  // `n:*` names the last message even when it is older than n (RFC 9051, 6.4.8).
  const uids = found.filter((uid) => uid > position.lastUid).sort((a, b) => a - b);
  for (const range of inRanges(uids)) {
    await storeMessages(needs, client, position, range);
    await move(needs.db, position, { lastUid: upTo(range.at(-1) ?? position.lastUid) });
  }
}

const inRanges = (uids: number[]): number[][] =>
  Array.from({ length: Math.ceil(uids.length / FETCHED_AT_ONCE) }, (_, at) =>
    uids.slice(at * FETCHED_AT_ONCE, (at + 1) * FETCHED_AT_ONCE),
  );

/** @throws when it was refused, or the connection is closed */
async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found) throw new Error('The mailbox could not be searched.');
  return found;
}

/** @returns those that wait */
async function storeMessages(needs: Services, client: ImapFlow, position: MailboxPosition, range: number[]) {
  const messages = await client.fetchAll(
    range.join(','),
    { uid: true, size: true, headers: [...RECIPIENT_FIELDS, 'return-path', 'from'] },
    { uid: true },
  );
  messages.sort((a, b) => a.uid - b.uid);
  const waiting = new Set<number>();
  for (const message of messages)
    if (await storeOrPutOff(needs, client, position, message)) waiting.add(message.uid);
  return waiting;
}

async function positionOf({ db, log }: Services, client: ImapFlow, name: string): Promise<MailboxPosition> {
  if (!client.mailbox) throw new Error('The mailbox is not open.');
  const { uidValidity, uidNext } = client.mailbox;
  const known = await findPosition(db, name);
  if (known?.uidValidity === String(uidValidity)) return known;
  const since = new Date(Date.now() - LOOK_BACK_DAYS * 24 * 3600 * 1000);
  const recent = await search(client, { since });
  const lastUid = recent.reduce((least, uid) => Math.min(least, uid), uidNext) - 1;
  const position = { name, uidValidity: String(uidValidity), lastUid, waitingUids: [] };
  await savePosition(db, position);
  log.info(
    { mailbox: name, uidValidity: position.uidValidity, lastUid },
    known ? 'the mailbox has new UIDs' : 'reading a new mailbox',
  );
  return position;
}

/** @returns whether it waits */
async function storeOrPutOff(
  needs: Services,
  client: ImapFlow,
  { name, uidValidity }: MailboxPosition,
  { uid, size = 0, headers }: FetchMessageObject,
): Promise<boolean> {
  const { config, db, log, meters } = needs;
  const envelope = envelopeFromHeaders(headerFields(headers ?? Buffer.alloc(0)));
  const recipients: string[] = [];
  let flooded = false;
  for (const address of envelope.recipients) {
    const destination = await findDestination(db, config, address);
    if (destination && isFlooded(destination)) flooded = true;
    if (destination || isFeedbackAddress(config, address)) recipients.push(address);
  }
  if (recipients.length === 0) return false;
  const passOver = () => {
    log.warn({ mailbox: name, uid, size }, 'a message in the mailbox is too large');
    return false;
  };
  if (size > INBOUND_MAX_BYTES) return passOver();
  const place = await findPlace(db, name, uid);
  const waits = place?.waits === true;
  if (place?.uidValidity !== uidValidity || (place.lastUid >= uid && !waits)) return false;
  const position = { name, uidValidity };
  const wait = async () => {
    if (waits) return true;
    // One correspondent's flood must not keep everybody's answers waiting.
    if (place.waiting >= WAITING_AT_MOST) {
      log.error({ mailbox: name, uid }, 'too many messages wait in the mailbox: one is left in it');
      return false;
    }
    meters.inbound('imap', 'put off');
    await putOff(db, position, uid);
    return true;
  };
  if (flooded) return wait();
  let content: Readable | undefined;
  try {
    ({ content } = await client.download(String(uid), undefined, { uid: true }));
    // On a closed connection nothing is found, and the call does not fail.
    if (!client.usable) throw new Error('The connection was closed.');
    if (!content) return false;
    const mail: ArrivingMail = {
      raw: content,
      envelopeSender: envelope.sender,
      envelopeRecipients: recipients,
      remoteAddress: null,
    };
    const stored = await receiveMail(needs, mail, (tx) => passMessage(tx, position, uid));
    if (stored.length === 0) return false;
  } catch (error) {
    // Ends the download: the rest of the message is not fetched.
    content?.destroy();
    // Some servers give an estimate for the size.
    if (error instanceof MessageTooLarge) return passOver();
    // Others came between, by another way.
    if (error instanceof TooManyMessages) return wait();
    if (!isRefused(error)) throw error;
    if (!waits) log.warn({ err: error, mailbox: name, uid }, 'the mail server refuses to give a message');
    return wait();
  }
  meters.inbound('imap', 'accepted');
  await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  return false;
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'responseStatus' in error && error.responseStatus === 'NO';

/** Without the numbers of all that wait. */
function findPlace(db: Executor, name: string, uid: number) {
  const { uidValidity, lastUid, waitingUids } = imapMailboxes;
  const waits = sql<boolean>`${uid}::bigint = any(${waitingUids})`;
  const waiting = sql<number>`cardinality(${waitingUids})`;
  const place = { uidValidity, lastUid, waits, waiting };
  return first(db.select(place).from(imapMailboxes).where(eq(imapMailboxes.name, name)));
}

/** How far a mailbox was read: UIDs up to the last are done but for those that wait, under this UIDVALIDITY (RFC 9051, 2.3.1.1). */
export type MailboxPosition = Pick<
  typeof imapMailboxes.$inferSelect,
  'name' | 'uidValidity' | 'lastUid' | 'waitingUids'
>;

export const findPosition = (db: Executor, name: string): Promise<MailboxPosition | null> =>
  first(db.select().from(imapMailboxes).where(eq(imapMailboxes.name, name)));

type MailboxUids = Pick<MailboxPosition, 'name' | 'uidValidity'>;

const { lastUid, waitingUids } = imapMailboxes;
const now = sql`now()`;

/** Nothing is moved once the UIDs are reassigned. */
const move = (
  db: Executor,
  { name, uidValidity }: MailboxUids,
  to: { lastUid?: SQL; waitingUids?: SQL },
  where?: SQL,
) =>
  db
    .update(imapMailboxes)
    .set({ ...to, updatedAt: now })
    .where(and(eq(imapMailboxes.name, name), eq(imapMailboxes.uidValidity, uidValidity), where));

/** The position never moves back. */
const upTo = (uid: number) => sql`greatest(${lastUid}, ${uid}::bigint)`;

/** @returns false when another worker that reads the mailbox has moved over it */
async function passMessage(tx: Transaction, position: MailboxUids, uid: number): Promise<boolean> {
  const to = { lastUid: upTo(uid), waitingUids: sql`array_remove(${waitingUids}, ${uid}::bigint)` };
  const { rowCount } = await move(tx, position, to, or(lt(lastUid, uid), arrayContains(waitingUids, [uid])));
  return rowCount === 1;
}

async function putOff(db: Executor, position: MailboxUids, uid: number): Promise<void> {
  const to = { lastUid: upTo(uid), waitingUids: sql`array_append(${waitingUids}, ${uid}::bigint)` };
  await move(db, position, to, lt(lastUid, uid));
}

async function forgetWaiting(db: Executor, position: MailboxPosition, uids: number[]): Promise<void> {
  if (uids.length === 0) return;
  const left = sql`array(select uid from unnest(${waitingUids}) uid
    where uid <> all(${sql.param(uids)}::bigint[]))`;
  await move(db, position, { waitingUids: left });
}

async function savePosition(db: Executor, position: MailboxPosition): Promise<void> {
  const { name: _, ...values } = position;
  await db
    .insert(imapMailboxes)
    .values(position)
    .onConflictDoUpdate({ target: imapMailboxes.name, set: { ...values, updatedAt: now } });
}
