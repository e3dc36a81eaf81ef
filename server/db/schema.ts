import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The map of the data. Amounts are integer credits or cents, times are UTC with time zone, sizes are bytes or
 * pixels. `uid` is the identity provider's id of a person; `users.id` is the product's own.
 */
const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
/** milliseconds: what JavaScript and the wire can hold, so that a cursor compares exactly */
const time = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
const now = () => time().notNull().defaultNow();
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

// ---------------------------------------------------------------- identity (only server/identity reads these)

/** Accounts of the embedded identity service. */
export const accounts = pgTable(
  'accounts',
  {
    uid: text().primaryKey(),
    /** lower-cased */
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    /** argon2id; null for an account that has no password */
    passwordHash: text(),
    displayName: text(),
    photoUrl: text(),
    disabled: boolean().notNull().default(false),
    /** tokens issued before this are no longer good */
    tokensValidAfter: now(),
    passwordUpdatedAt: now(),
    createdAt: now(),
    lastLoginAt: now(),
  },
  (t) => [uniqueIndex('accounts_email').on(t.email)],
);

/** Accounts of other providers (apple.com) that sign in to one of ours. */
export const linkedProviders = pgTable(
  'linked_providers',
  {
    providerId: text().notNull(),
    /** the person's id at that provider */
    subject: text().notNull(),
    uid: text()
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    email: text(),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.subject] }), index('linked_providers_uid').on(t.uid)],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token; the token itself is never stored */
    tokenHash: text().primaryKey(),
    uid: text()
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    /** all tokens that descend from one sign-in */
    familyId: uuid().notNull(),
    authTime: now(),
    createdAt: now(),
    /** set when exchanged for the next one; still good for the reuse grace after that */
    rotatedAt: time(),
    revokedAt: time(),
    expiresAt: time().notNull(),
  },
  (t) => [index('refresh_tokens_uid').on(t.uid), index('refresh_tokens_family').on(t.familyId)],
);

/** Keys that sign ID tokens; more than one is published while they rotate. */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  algorithm: text().notNull(),
  publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
  /** private JWK, sealed with the session secret */
  privateSealed: text().notNull(),
  createdAt: now(),
  /** after this it signs no more; still published until its last token has expired */
  retiredAt: time(),
});

/** One-time links that were mailed: verify an address, reset a password. */
export const actionCodes = pgTable(
  'action_codes',
  {
    codeHash: text().primaryKey(),
    uid: text()
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    kind: text().$type<'VERIFY_EMAIL' | 'PASSWORD_RESET'>().notNull(),
    /** the address it was mailed to; good only while the account still has it */
    email: text().notNull(),
    createdAt: now(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [index('action_codes_uid').on(t.uid)],
);

/** Counters behind every rate limit and lock-out; one row a key and window. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text().notNull(),
    windowStart: time().notNull(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_counters_window').on(t.windowStart)],
);

/** Browser sessions; the cookie carries the id, the row says whether it still stands. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    uid: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    displayName: text(),
    userAgent: text(),
    createdAt: now(),
    /** last time the browser proved its ID token again */
    syncedAt: now(),
    expiresAt: time().notNull(),
    revokedAt: time(),
  },
  (t) => [index('sessions_uid').on(t.uid)],
);

// ---------------------------------------------------------------- people and money

/** Product record of a signed-in identity. */
export const users = pgTable(
  'users',
  {
    id: id(),
    firebaseUid: text().notNull(),
    email: text().notNull(),
    displayName: text(),
    emailVerified: boolean().notNull().default(false),
    /** balance; always the sum of the person's ledger entries */
    credits: integer().notNull().default(0),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('users_firebase_uid').on(t.firebaseUid),
    index('users_email').on(sql`lower(${t.email})`),
    check('users_credits_not_negative', sql`${t.credits} >= 0`),
  ],
);

export type LedgerKind =
  | 'purchase'
  | 'coupon'
  | 'letter'
  | 'letter-returned'
  | 'grant'
  | 'take-back'
  | 'refund';

/** Append-only: a trigger refuses update and delete. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    delta: integer().notNull(),
    kind: text().$type<LedgerKind>().notNull(),
    /** what it is for: a letter's id, a coupon redemption, a checkout session */
    reference: text().notNull(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('ledger_entries_kind_reference').on(t.kind, t.reference),
    index('ledger_entries_user').on(t.userId, t.id),
    check('ledger_entries_delta_not_zero', sql`${t.delta} <> 0`),
  ],
);

export const creditPackages = pgTable(
  'credit_packages',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** cents */
    price: integer().notNull(),
    credits: integer().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [check('credit_packages_sane', sql`${t.price} >= 0 and ${t.credits} > 0`)],
);

export const coupons = pgTable('coupons', {
  /** upper-cased */
  code: text().primaryKey(),
  description: text().notNull(),
  discountType: text().$type<'percentage' | 'fixed'>().notNull(),
  /** percent, or cents for `fixed` */
  discountValue: integer().notNull().default(0),
  freeCredits: integer().notNull().default(0),
  perUserLimit: integer().notNull().default(1),
  totalLimit: integer(),
  startsAt: time(),
  endsAt: time(),
  active: boolean().notNull().default(true),
});

export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    id: id(),
    code: text()
      .notNull()
      .references(() => coupons.code),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** 1 for the person's first use, 2 for the second… unique, so two tabs can't share a use */
    useNumber: integer().notNull(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('coupon_redemptions_use').on(t.code, t.userId, t.useNumber),
    index('coupon_redemptions_user').on(t.userId),
  ],
);

/** Answers of writes that carried an Idempotency-Key, so that a retry gets the same answer. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    uid: text().notNull(),
    key: text().notNull(),
    /** method, path and SHA-256 of the body: the same key on another request is refused */
    fingerprint: text().notNull(),
    status: integer(),
    answer: jsonb(),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

// ---------------------------------------------------------------- letters

export const photos = pgTable(
  'photos',
  {
    /** also the name of its files */
    id: uuid().primaryKey(),
    ownerUid: text().notNull(),
    originalName: text().notNull(),
    /** pixels of the display variant */
    width: integer().notNull(),
    height: integer().notNull(),
    /** bytes of each variant */
    displayBytes: integer().notNull(),
    mailBytes: integer().notNull(),
    thumbnailBytes: integer().notNull(),
    /** SHA-256 of the uploaded bytes */
    contentHash: text().notNull(),
    createdAt: now(),
  },
  (t) => [
    index('photos_owner').on(t.ownerUid, t.createdAt),
    index('photos_hash').on(t.ownerUid, t.contentHash),
  ],
);

export const recipients = pgTable(
  'recipients',
  {
    id: id(),
    ownerUid: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    createdAt: now(),
    lastUsedAt: now(),
  },
  (t) => [
    uniqueIndex('recipients_owner_email').on(t.ownerUid, sql`lower(${t.email})`),
    index('recipients_owner_used').on(t.ownerUid, t.lastUsedAt),
  ],
);

/** One letter and the mail that answers it. The tokens are the local parts of Reply-To addresses. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    recipientEmail: text().notNull(),
    /** the recipient writes to this one */
    recipientToken: text().notNull(),
    /** the sender writes to this one */
    senderToken: text().notNull(),
    createdAt: now(),
    lastMessageAt: now(),
  },
  (t) => [
    uniqueIndex('conversations_recipient_token').on(t.recipientToken),
    uniqueIndex('conversations_sender_token').on(t.senderToken),
    index('conversations_user').on(t.userId, t.lastMessageAt),
    index('conversations_recipient').on(sql`lower(${t.recipientEmail})`),
  ],
);

export const letters = pgTable(
  'letters',
  {
    id: id(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    recipientName: text().notNull(),
    recipientEmail: text().notNull(),
    senderName: text().notNull(),
    senderEmail: text().notNull(),
    emailMessage: text().notNull(),
    template: text().notNull(),
    /** created, queued, sending, sent, failed, bounced */
    status: text().notNull().default('created'),
    /** why it waits or failed, in a person's words */
    statusReason: text(),
    messageId: text().notNull(),
    /** token in the envelope sender, for bounces */
    envelopeToken: text().notNull(),
    /** delivery attempts begun; also the fence: an attempt may only finish under its own number */
    attempts: integer().notNull().default(0),
    /** the attempt under way renews this; once it has passed, its worker is taken for dead */
    leaseUntil: time(),
    /** no attempt begins before this */
    nextAttemptAt: now(),
    createdAt: now(),
    queuedAt: time(),
    sentAt: time(),
  },
  (t) => [
    index('letters_user').on(t.userId, t.createdAt, t.id),
    index('letters_conversation').on(t.conversationId),
    uniqueIndex('letters_message_id').on(t.messageId),
    uniqueIndex('letters_envelope_token').on(t.envelopeToken),
    index('letters_unfinished').on(t.status).where(sql`status in ('queued', 'sending')`),
  ],
);

export const letterPhotos = pgTable(
  'letter_photos',
  {
    letterId: bigint({ mode: 'number' })
      .notNull()
      .references(() => letters.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    photoId: uuid()
      .notNull()
      .references(() => photos.id),
    alt: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.letterId, t.position] }), index('letter_photos_photo').on(t.photoId)],
);

// ---------------------------------------------------------------- mail

/** Every message that was accepted, as it came: a better parser can read it again. */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    id: uuid().primaryKey(),
    envelopeSender: text().notNull(),
    envelopeRecipient: text().notNull(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    /** whose token it was written to: the one that the recipient or the sender holds */
    side: text().$type<'recipient' | 'sender'>().notNull(),
    remoteAddress: text(),
    /** the raw message lies in storage under this key */
    storageKey: text().notNull(),
    size: integer().notNull(),
    receivedAt: now(),
    readAt: time(),
    /** reply, or why it is none: auto-reply, bounce, list, loop, duplicate */
    outcome: text(),
  },
  (t) => [index('inbound_messages_conversation').on(t.conversationId)],
);

export const replies = pgTable(
  'replies',
  {
    id: id(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    inboundMessageId: uuid().references(() => inboundMessages.id),
    side: text().$type<'recipient' | 'sender'>().notNull(),
    fromEmail: text().notNull(),
    fromAnotherAddress: boolean().notNull().default(false),
    subject: text().notNull(),
    body: text().notNull(),
    fullText: text().notNull(),
    emailProvider: text().notNull(),
    messageId: text().notNull(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('replies_message_id').on(t.conversationId, t.messageId),
    index('replies_conversation').on(t.conversationId, t.createdAt),
  ],
);

/** Mail caught by the local mailbox instead of leaving (only while there is no SMTP_URL). */
export const capturedMessages = pgTable(
  'captured_messages',
  {
    id: uuid().primaryKey(),
    envelopeSender: text().notNull(),
    envelopeRecipients: text().array().notNull(),
    fromText: text().notNull(),
    toText: text().notNull(),
    subject: text().notNull(),
    messageId: text().notNull(),
    raw: bytes().notNull(),
    capturedAt: now(),
    openedAt: time(),
  },
  (t) => [index('captured_messages_captured').on(t.capturedAt)],
);
