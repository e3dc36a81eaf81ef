import { and, eq, lt, sql } from 'drizzle-orm';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { imapMailboxes } from '../../platform/db/schema/inbound.ts';
import type { Services } from '../../platform/services.ts';
import { envelopeFromHeaders, findDestination, isFeedbackAddress, RECIPIENT_FIELDS } from '../destination.ts';
import { headerFields } from '../parse/parse-message.ts';
import { type ArrivingMail, INBOUND_MAX_BYTES, receiveMail } from '../receive-mail.ts';

export type Needs = Pick<Services, 'config' | 'db' | 'queue' | 'storage' | 'log' | 'meters'>;

/** How far back a mailbox is read that is new to us, or whose UIDs were reassigned. */
const LOOK_BACK_DAYS = 14;
const FETCHED_AT_ONCE = 50;

/**
 * Stores the messages for our addresses that arrived in an open mailbox since the last time, and marks each as seen
 * once it is stored. Other messages are left as they are.
 * @throws when the connection breaks or a message could not be stored; the next run begins with that message
 */
export async function readMailbox(needs: Needs, client: ImapFlow, name: string): Promise<void> {
  const position = await positionOf(needs, client, name);
  const found = await client.search({ uid: `${position.lastUid + 1}:*` }, { uid: true });
  // `n:*` names the last message even when it is older than n (RFC 9051, 6.4.8).
  const uids = (found || []).filter((uid) => uid > position.lastUid).sort((a, b) => a - b);
  for (let at = 0; at < uids.length; at += FETCHED_AT_ONCE) {
    const range = uids.slice(at, at + FETCHED_AT_ONCE);
    const messages = await client.fetchAll(
      range.join(','),
      { uid: true, size: true, headers: [...RECIPIENT_FIELDS, 'return-path', 'from'] },
      { uid: true },
    );
    messages.sort((a, b) => a.uid - b.uid);
    for (const message of messages) await storeMessage(needs, client, name, position.uidValidity, message);
    await advancePosition(needs.db, name, { ...position, lastUid: range.at(-1) ?? position.lastUid });
  }
}

async function positionOf({ db, log }: Needs, client: ImapFlow, name: string): Promise<MailboxPosition> {
  if (!client.mailbox) throw new Error('The mailbox is not open.');
  const { uidValidity, uidNext } = client.mailbox;
  const known = await findPosition(db, name);
  if (known?.uidValidity === String(uidValidity)) return known;
  const since = new Date(Date.now() - LOOK_BACK_DAYS * 24 * 3600 * 1000);
  const recent = (await client.search({ since }, { uid: true })) || [];
  const lastUid = recent.reduce((least, uid) => Math.min(least, uid), uidNext) - 1;
  const position = { uidValidity: String(uidValidity), lastUid };
  await savePosition(db, name, position);
  log.info({ mailbox: name, ...position }, known ? 'the mailbox has new UIDs' : 'reading a new mailbox');
  return position;
}

async function storeMessage(
  needs: Needs,
  client: ImapFlow,
  name: string,
  uidValidity: string,
  { uid, size = 0, headers }: FetchMessageObject,
): Promise<void> {
  const envelope = envelopeFromHeaders(headerFields(headers ?? Buffer.alloc(0)));
  const recipients: string[] = [];
  for (const address of envelope.recipients) {
    if (isFeedbackAddress(needs.config, address) || (await findDestination(needs.db, needs.config, address)))
      recipients.push(address);
  }
  if (recipients.length === 0) return;
  if (size > INBOUND_MAX_BYTES) {
    needs.log.warn({ mailbox: name, uid, size }, 'a message in the mailbox is too large');
    return;
  }
  const position = await findPosition(needs.db, name);
  if (position?.uidValidity !== uidValidity || position.lastUid >= uid) return;
  const { content } = await client.download(String(uid), undefined, { uid: true });
  if (!content) return;
  const mail: ArrivingMail = {
    raw: content,
    envelopeSender: envelope.sender,
    envelopeRecipients: recipients,
    remoteAddress: null,
  };
  const stored = await receiveMail(needs, mail, (tx) => passMessage(tx, name, uidValidity, uid));
  if (stored.length > 0) needs.meters.inbound('imap', 'accepted');
  if (stored.length > 0) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
}

/** How far a mailbox was read: UIDs up to this one are done, under this UIDVALIDITY (RFC 9051, 2.3.1.1). */
export interface MailboxPosition {
  uidValidity: string;
  lastUid: number;
}

export async function findPosition(db: Executor, name: string): Promise<MailboxPosition | null> {
  const [row] = await db.select().from(imapMailboxes).where(eq(imapMailboxes.name, name));
  return row ?? null;
}

/** Moves over one message. @returns false when another worker that reads the mailbox has done so */
async function passMessage(
  tx: Transaction,
  name: string,
  uidValidity: string,
  uid: number,
): Promise<boolean> {
  const passed = await tx
    .update(imapMailboxes)
    .set({ lastUid: uid, updatedAt: sql`now()` })
    .where(
      and(
        eq(imapMailboxes.name, name),
        eq(imapMailboxes.uidValidity, uidValidity),
        lt(imapMailboxes.lastUid, uid),
      ),
    )
    .returning({ name: imapMailboxes.name });
  return passed.length > 0;
}

async function savePosition(db: Executor, name: string, position: MailboxPosition): Promise<void> {
  await db
    .insert(imapMailboxes)
    .values({ name, ...position })
    .onConflictDoUpdate({ target: imapMailboxes.name, set: { ...position, updatedAt: sql`now()` } });
}

/** Moves forward over messages that are not for us; never back. */
async function advancePosition(db: Executor, name: string, position: MailboxPosition): Promise<void> {
  await db
    .update(imapMailboxes)
    .set({ lastUid: sql`greatest(${imapMailboxes.lastUid}, ${position.lastUid})`, updatedAt: sql`now()` })
    .where(sql`${imapMailboxes.name} = ${name} and ${imapMailboxes.uidValidity} = ${position.uidValidity}`);
}
