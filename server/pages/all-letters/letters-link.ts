import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { noPage } from '../../core/errors.ts';
import { deriveKey, isSameSecret, sign } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { letters } from '../../letters/schema.ts';
import { users } from '../../people/users/schema.ts';

export interface Correspondents {
  userId: number;
  /** the recipient's, as PostgreSQL lower-cases it; of other spellings of a mailbox nothing is meant */
  address: string;
}

export type LettersLink = Awaited<ReturnType<typeof readLettersLink>>;

type Secret = Pick<Services, 'sessionSecret'>;

/** Seconds. */
export const LINK_LIFETIME = 3600;
const ID_BYTES = 16;
const TIME_BYTES = 4;
/** With them the whole is a multiple of three bytes, so that each link has one spelling. */
const MAC_BYTES = 25;
/** Conversation, time of expiry, HMAC: 60 characters of base64url. */
const LINK = /^[\w-]{60}$/;

/** The account's `uid` is never given to another, also not after a restore. */
interface Signed {
  conversationId: string;
  uid: string;
  address: string;
}

export const signedColumns = {
  conversationId: letters.conversationId,
  uid: users.accountUid,
  address: sql<string>`lower(${letters.recipientEmail})`,
};

/** Opens a sender's letters to an address for an hour. The link holds no address, and is sealed by a key of its own. */
export const writeLettersLink = (secret: Secret, signed: Signed, now = Date.now()): string =>
  linkUntil(secret, signed, Math.floor(now / 1000) + LINK_LIFETIME);

/** A link ends as well when its letter goes to another address, is erased, or SESSION_SECRET is replaced. @throws 404 */
export async function readLettersLink(db: Executor, secret: Secret, text: string) {
  if (!LINK.test(text)) throw noPage();
  const bytes = Buffer.from(text, 'base64url');
  const expiresAt = bytes.readUInt32BE(ID_BYTES);
  const id = bytes.subarray(0, ID_BYTES).toString('hex');
  const [found] = await db
    .select({ ...signedColumns, letterId: letters.id, userId: letters.userId, language: letters.language })
    .from(letters)
    .innerJoin(users, eq(users.id, letters.userId))
    .where(eq(letters.conversationId, sql`${id}::uuid`));
  if (!found || !isSameSecret(text, linkUntil(secret, found, expiresAt))) throw noPage();
  const { userId, address, letterId, language } = found;
  const expired = expiresAt * 1000 <= Date.now();
  return { userId, address, letterId, language, expired };
}

/** @param expiresAt seconds since 1970 */
function linkUntil({ sessionSecret }: Secret, signed: Signed, expiresAt: number): string {
  const { conversationId, uid, address } = signed;
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUInt32BE(expiresAt);
  const content = Buffer.concat([time, Buffer.from([conversationId, uid, address].join('\n'))]);
  const mac = sign(deriveKey(sessionSecret, 'link to all letters'), content);
  const id = Buffer.from(conversationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, time, Buffer.from(mac, 'base64url').subarray(0, MAC_BYTES)]).toString(
    'base64url',
  );
}
