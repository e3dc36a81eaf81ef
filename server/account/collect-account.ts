import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Thread } from '../../shared/conversations.ts';
import type { LedgerEntry } from '../../shared/credits.ts';
import type { Draft } from '../../shared/drafts.ts';
import type { Letter } from '../../shared/letters.ts';
import type { Receipt } from '../../shared/payments.ts';
import { filenameOfUpload } from '../../shared/photos.ts';
import { findThread, listConversations } from '../conversations/data.ts';
import { listEntries } from '../credits/ledger-page.ts';
import { findDraft } from '../drafts/data.ts';
import type { Person } from '../identity/sessions/person.ts';
import { listLetters } from '../letters/data.ts';
import { findReceipt } from '../payments/receipts.ts';
import { checkouts } from '../platform/db/schema/payments.ts';
import { photos } from '../platform/db/schema/photos.ts';
import { recipients } from '../platform/db/schema/recipients.ts';
import { supportMessages } from '../platform/db/schema/support.ts';
import { users } from '../platform/db/schema/users.ts';
import type { Services } from '../platform/services.ts';

/** A part a file of the export; what is asked here is what the person may see in the app. */
export interface CollectedAccount {
  account: {
    uid: string;
    email: string;
    emailVerified: boolean;
    displayName: string | null;
    credits: number;
    createdAt: string | null;
  };
  letters: Letter[];
  /** of letters they sent, and of those sent to their verified address */
  conversations: (Thread & { id: string })[];
  recipients: { name: string; email: string; savedAt: string }[];
  ledger: LedgerEntry[];
  receipts: Receipt[];
  support: { number: number; category: string; subject: string; message: string; writtenAt: string }[];
  draft: Draft | null;
}

type Needs = Pick<Services, 'db' | 'config'>;

/** @returns every part, and the ids of all photos that they name or that the person uploaded */
export async function collectAccount(
  { db, config }: Needs,
  person: Person,
): Promise<CollectedAccount & { photoIds: string[] }> {
  const { uid } = person;
  const [user] = await db.select().from(users).where(eq(users.firebaseUid, uid));
  const letters = await listLetters({ db, config }, uid);
  const conversations: CollectedAccount['conversations'] = [];
  for (const { id } of await listConversations(db, person)) {
    const thread = await findThread(db, person, id);
    if (thread) conversations.push({ id, ...thread });
  }
  const urls = [
    ...letters.flatMap(({ photoUrls }) => photoUrls),
    ...conversations.flatMap(({ letter, replies }) => [
      ...letter.photoUrls,
      ...replies.flatMap((reply) => reply.photos.map(({ url }) => url)),
    ]),
  ];
  const uploaded = await db
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.ownerUid, uid))
    .orderBy(asc(photos.createdAt));
  return {
    account: {
      uid,
      email: person.email,
      emailVerified: person.emailVerified,
      displayName: user?.displayName ?? person.displayName,
      credits: user?.credits ?? 0,
      createdAt: user?.createdAt.toISOString() ?? null,
    },
    letters,
    conversations,
    recipients: await recipientsOf(db, uid),
    ledger: user ? await ledgerOf(db, user.id) : [],
    receipts: user ? await receiptsOf({ db, config }, uid, user.id) : [],
    support: await supportOf(db, uid),
    draft: await findDraft(db, uid),
    photoIds: [...new Set([...urls.map(idOf), ...uploaded.map(({ id }) => id)].filter((id) => id !== ''))],
  };
}

/** The photo behind a `/uploads/…` url; empty for any other. */
function idOf(url: string): string {
  return (filenameOfUpload(url) ?? '').replace(/\.jpg$/, '');
}

async function recipientsOf(db: Needs['db'], uid: string): Promise<CollectedAccount['recipients']> {
  const rows = await db
    .select({ name: recipients.name, email: recipients.email, savedAt: recipients.createdAt })
    .from(recipients)
    .where(eq(recipients.ownerUid, uid))
    .orderBy(asc(sql`lower(${recipients.name})`));
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

async function ledgerOf(db: Needs['db'], userId: number): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: number | undefined;
  do {
    const page = await listEntries(db, userId, { cursor, limit: 1_000 });
    entries.push(...page.entries);
    cursor = page.nextCursor === null ? undefined : Number(page.nextCursor);
  } while (cursor !== undefined);
  return entries;
}

async function receiptsOf({ db, config }: Needs, uid: string, userId: number): Promise<Receipt[]> {
  const bought = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.userId, userId))
    .orderBy(desc(checkouts.createdAt));
  const receipts: Receipt[] = [];
  for (const { id } of bought) {
    const receipt = await findReceipt(db, config.PRODUCT_NAME, uid, id);
    if (receipt) receipts.push(receipt);
  }
  return receipts;
}

async function supportOf(db: Needs['db'], uid: string): Promise<CollectedAccount['support']> {
  const rows = await db
    .select()
    .from(supportMessages)
    .where(eq(supportMessages.uid, uid))
    .orderBy(asc(supportMessages.id));
  return rows.map(({ id, category, subject, message, createdAt }) => ({
    number: id,
    category,
    subject,
    message,
    writtenAt: createdAt.toISOString(),
  }));
}
