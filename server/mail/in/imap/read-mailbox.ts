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

/** Age of the oldest messages that are read in a mailbox that is new to us, or whose UIDs were reassigned. */
const LOOK_BACK_DAYS = 14;
const BATCH = 50;
/** Beyond so many, a message that would have to wait is left unseen in the mailbox and not tried again. */
const WAITING_AT_MOST = 5_000;

/** Stores new messages for us and marks them as seen; some wait (`waitingUids`). @throws when one can't be stored now */
export async function readMailbox(needs: Services, client: ImapFlow, name: string, retryWaiting: boolean) {
  const position = await positionOf(needs, client, name);
  if (retryWaiting) {
    for (const batch of inBatches(position.waitingUids)) {
      const waiting = await storeMessages(needs, client, position, batch);
      const done = batch.filter((uid) => !waiting.has(uid));
      await removeWaiting(needs.db, position, done);
    }
  }
  const found = await search(client, { uid: `${position.lastUid + 1}:*` });
  // `n:*` names the last message even when it is older than n (RFC 9051, 6.4.8).
  const uids = found.filter((uid) => uid > position.lastUid).sort((a, b) => a - b);
  for (const batch of inBatches(uids)) {
    await storeMessages(needs, client, position, batch);
    await updatePosition(needs.db, position, { lastUid: atLeast(batch.at(-1) ?? position.lastUid) });
  }
}

const inBatches = (uids: number[]): number[][] =>
  Array.from({ length: Math.ceil(uids.length / BATCH) }, (_, index) =>
    uids.slice(index * BATCH, (index + 1) * BATCH),
  );

/** @throws when it was refused, or the connection is closed */
async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found) throw new Error('The mailbox could not be searched.');
  return found;
}

/** @returns those that wait */
async function storeMessages(needs: Services, client: ImapFlow, position: MailboxPosition, batch: number[]) {
  const messages = await client.fetchAll(
    batch.join(','),
    { uid: true, size: true, headers: [...RECIPIENT_FIELDS, 'return-path', 'from'] },
    { uid: true },
  );
  messages.sort((a, b) => a.uid - b.uid);
  const waiting = new Set<number>();
  for (const message of messages)
    if (await storeOrDefer(needs, client, position, message)) waiting.add(message.uid);
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
async function storeOrDefer(
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
  const skipTooLarge = () => {
    log.warn({ mailbox: name, uid, size }, 'a message in the mailbox is too large');
    return false;
  };
  if (size > INBOUND_MAX_BYTES) return skipTooLarge();
  const progress = await findProgress(db, name, uid);
  const waits = progress?.waits === true;
  if (progress?.uidValidity !== uidValidity || (progress.lastUid >= uid && !waits)) return false;
  const position = { name, uidValidity };
  const defer = async () => {
    if (waits) return true;
    // Retries of one correspondent's flood must not delay everybody's answers.
    if (progress.waiting >= WAITING_AT_MOST) {
      log.error({ mailbox: name, uid }, 'too many messages wait in the mailbox: one is left in it');
      return false;
    }
    meters.inbound('imap', 'put off');
    await addWaiting(db, position, uid);
    return true;
  };
  if (flooded) return defer();
  let content: Readable | undefined;
  try {
    ({ content } = await client.download(String(uid), undefined, { uid: true }));
    // On a closed connection `download` finds nothing and does not throw.
    if (!client.usable) throw new Error('The connection was closed.');
    if (!content) return false;
    const mail: ArrivingMail = {
      raw: content,
      envelopeSender: envelope.sender,
      envelopeRecipients: recipients,
      remoteAddress: null,
    };
    const stored = await receiveMail(needs, mail, (tx) => markDone(tx, position, uid));
    if (stored.length === 0) return false;
  } catch (error) {
    // Ends the download: the rest of the message is not fetched.
    content?.destroy();
    // The size that the server gave may be an estimate.
    if (error instanceof MessageTooLarge) return skipTooLarge();
    // Other messages were stored since `findDestination`.
    if (error instanceof TooManyMessages) return defer();
    if (!isRefused(error)) throw error;
    if (!waits) log.warn({ err: error, mailbox: name, uid }, 'the mail server refuses to give a message');
    return defer();
  }
  meters.inbound('imap', 'accepted');
  await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  return false;
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'responseStatus' in error && error.responseStatus === 'NO';

/** Counts the waiting UIDs, of which there may be thousands, instead of reading them. */
function findProgress(db: Executor, name: string, uid: number) {
  const { uidValidity, lastUid, waitingUids } = imapMailboxes;
  const waits = sql<boolean>`${uid}::bigint = any(${waitingUids})`;
  const waiting = sql<number>`cardinality(${waitingUids})`;
  const progress = { uidValidity, lastUid, waits, waiting };
  return first(db.select(progress).from(imapMailboxes).where(eq(imapMailboxes.name, name)));
}

/** Messages up to `lastUid` are done but for `waitingUids`, as long as UIDVALIDITY is the same (RFC 9051, 2.3.1.1). */
export type MailboxPosition = Pick<
  typeof imapMailboxes.$inferSelect,
  'name' | 'uidValidity' | 'lastUid' | 'waitingUids'
>;

export const findPosition = (db: Executor, name: string): Promise<MailboxPosition | null> =>
  first(db.select().from(imapMailboxes).where(eq(imapMailboxes.name, name)));

type MailboxUids = Pick<MailboxPosition, 'name' | 'uidValidity'>;

const { lastUid, waitingUids } = imapMailboxes;
const now = sql`now()`;

/** Changes nothing once the UIDs are reassigned. */
const updatePosition = (
  db: Executor,
  { name, uidValidity }: MailboxUids,
  to: { lastUid?: SQL; waitingUids?: SQL },
  where?: SQL,
) =>
  db
    .update(imapMailboxes)
    .set({ ...to, updatedAt: now })
    .where(and(eq(imapMailboxes.name, name), eq(imapMailboxes.uidValidity, uidValidity), where));

/** `lastUid` never decreases. */
const atLeast = (uid: number) => sql`greatest(${lastUid}, ${uid}::bigint)`;

/** @returns false when another worker that reads the mailbox has done so before */
async function markDone(tx: Transaction, position: MailboxUids, uid: number): Promise<boolean> {
  const to = { lastUid: atLeast(uid), waitingUids: sql`array_remove(${waitingUids}, ${uid}::bigint)` };
  const isNotDone = or(lt(lastUid, uid), arrayContains(waitingUids, [uid]));
  const { rowCount } = await updatePosition(tx, position, to, isNotDone);
  return rowCount === 1;
}

async function addWaiting(db: Executor, position: MailboxUids, uid: number): Promise<void> {
  const to = { lastUid: atLeast(uid), waitingUids: sql`array_append(${waitingUids}, ${uid}::bigint)` };
  await updatePosition(db, position, to, lt(lastUid, uid));
}

async function removeWaiting(db: Executor, position: MailboxPosition, uids: number[]): Promise<void> {
  if (uids.length === 0) return;
  const others = sql`array(select uid from unnest(${waitingUids}) uid
    where uid <> all(${sql.param(uids)}::bigint[]))`;
  await updatePosition(db, position, { waitingUids: others });
}

async function savePosition(db: Executor, position: MailboxPosition): Promise<void> {
  const { name: _, ...values } = position;
  await db
    .insert(imapMailboxes)
    .values(position)
    .onConflictDoUpdate({ target: imapMailboxes.name, set: { ...values, updatedAt: now } });
}
