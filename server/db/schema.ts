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
import type { ReplyAttachment } from '../../shared/attachments.ts';

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

/** One-time links that were mailed: verify an address, change it, reset a password. */
export const actionCodes = pgTable(
  'action_codes',
  {
    codeHash: text().primaryKey(),
    uid: text()
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    kind: text().$type<'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'PASSWORD_RESET'>().notNull(),
    /** the account's address when it was made; good only while the account still has it */
    email: text().notNull(),
    /** what it is to become, and where the link was mailed to (VERIFY_AND_CHANGE_EMAIL) */
    newEmail: text(),
    createdAt: now(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [index('action_codes_uid').on(t.uid)],
);

/**
 * What another provider said of a person, on its way from its callback to our page: fetched once, by a credential
 * of which only the hash is here. Kept for a week, for the name comes with the first sign-in alone.
 */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    credentialHash: text().primaryKey(),
    providerId: text().notNull(),
    subject: text().notNull(),
    /** lower-cased; null when the provider gave none */
    email: text(),
    emailVerified: boolean().notNull(),
    displayName: text(),
    createdAt: now(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [index('provider_sign_ins_subject').on(t.providerId, t.subject)],
);

/**
 * Sign-ins that were ended here while their tokens are another issuer's (a Firebase project's) and go on being
 * good there. Times are `auth_time`, seconds since 1970.
 */
export const endedSignIns = pgTable(
  'ended_sign_ins',
  {
    id: id(),
    uid: text().notNull(),
    /** first and last of those that ended */
    since: bigint({ mode: 'number' }).notNull(),
    until: bigint({ mode: 'number' }).notNull(),
    /** the one among them that stays: where 'everywhere else' was pressed */
    kept: bigint({ mode: 'number' }),
    createdAt: now(),
  },
  (t) => [index('ended_sign_ins_uid').on(t.uid)],
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
    /** which sign-in it stands on: the refresh tokens' family, or `auth_time` where the tokens are another issuer's */
    signInId: text().notNull(),
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
  // The provider takes at most eight digits of cents.
  (t) => [check('credit_packages_sane', sql`${t.price} between 0 and 99999999 and ${t.credits} > 0`)],
);

export const coupons = pgTable(
  'coupons',
  {
    /** upper-cased */
    code: text().primaryKey(),
    description: text().notNull(),
    discountType: text().$type<'percentage' | 'fixed'>().notNull(),
    /** percent, or cents for `fixed` */
    discountValue: integer().notNull().default(0),
    freeCredits: integer().notNull().default(0),
    perUserLimit: integer().notNull().default(1),
    totalLimit: integer(),
    /** ids of the packages whose price it lowers; null for all */
    packages: text().array(),
    startsAt: time(),
    endsAt: time(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    check(
      'coupons_sane',
      sql`${t.discountType} in ('percentage', 'fixed') and ${t.discountValue} >= 0 and ${t.freeCredits} >= 0
        and ${t.perUserLimit} > 0 and (${t.discountType} = 'fixed' or ${t.discountValue} <= 100)`,
    ),
  ],
);

/**
 * How far a purchase has come. `open` and `expiring` (its end was asked for, the provider has not said yet) may
 * still be paid; `processing` was confirmed and its money is on the way. `paid` is final: what is given back
 * afterwards is counted beside it.
 */
export type CheckoutStatus = 'open' | 'expiring' | 'processing' | 'paid' | 'failed' | 'expired';

/** A purchase as we offered it: what was promised, for which price, and what came of it. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** who is asked for the money; `none` when nothing is left to pay */
    provider: text().$type<'none' | 'sandbox' | 'stripe'>().notNull(),
    /** false where no money moves: the sandbox, and the provider's test keys */
    livemode: boolean().notNull(),
    /** the provider's checkout session */
    sessionId: text(),
    /** where the person pays */
    url: text(),
    packageId: text()
      .notNull()
      .references(() => creditPackages.id),
    packageName: text().notNull(),
    credits: integer().notNull(),
    /** cents, before the discount */
    listPrice: integer().notNull(),
    /** cents that are asked for */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** the held discount: reserved while this is unfinished, spent when it is paid */
    couponCode: text().references(() => coupons.code),
    status: text().$type<CheckoutStatus>().notNull().default('open'),
    /** the provider's payment */
    paymentId: text(),
    /** cents that went back: refunds, and disputes that are not won */
    withdrawn: integer().notNull().default(0),
    /** credits taken back for them */
    takenBack: integer().notNull().default(0),
    /** credits that should have been taken back and were spent already */
    shortfall: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: time().notNull(),
    paidAt: time(),
    /** last time the provider was asked */
    checkedAt: time(),
  },
  (t) => [
    uniqueIndex('checkouts_session').on(t.sessionId),
    uniqueIndex('checkouts_payment').on(t.paymentId),
    uniqueIndex('checkouts_one_open').on(t.userId).where(sql`status = 'open'`),
    index('checkouts_user').on(t.userId, t.createdAt),
    index('checkouts_unfinished').on(t.checkedAt).where(sql`status in ('open', 'expiring', 'processing')`),
    index('checkouts_coupon').on(t.couponCode).where(sql`status in ('open', 'expiring', 'processing')`),
    check(
      'checkouts_sane',
      sql`${t.credits} > 0 and ${t.amount} >= 0 and ${t.amount} <= ${t.listPrice}
        and ${t.withdrawn} between 0 and ${t.amount} and ${t.takenBack} >= 0 and ${t.shortfall} >= 0
        and ${t.takenBack} + ${t.shortfall} <= ${t.credits}`,
    ),
  ],
);

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
    /** the purchase that a discount was spent on; null for free credits */
    checkoutId: uuid().references(() => checkouts.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('coupon_redemptions_use').on(t.code, t.userId, t.useNumber),
    uniqueIndex('coupon_redemptions_checkout').on(t.checkoutId),
    index('coupon_redemptions_user').on(t.userId),
  ],
);

/** The provider's events that were handled: it sends them more than once, and an operator may want to look. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** the provider's id of the event */
    id: text().primaryKey(),
    type: text().notNull(),
    /** the checkout session, charge or dispute it is about */
    objectId: text().notNull(),
    /** the provider's clock */
    occurredAt: time().notNull(),
    handledAt: now(),
  },
  (t) => [index('payment_events_handled').on(t.handledAt)],
);

/** What does not add up between the provider and us, for the operator to look at. One row a fact. */
export const paymentFindings = pgTable(
  'payment_findings',
  {
    id: id(),
    kind: text()
      .$type<'shortfall' | 'amount-mismatch' | 'unknown-checkout' | 'not-paid' | 'repaired'>()
      .notNull(),
    /** the checkout's id, or the provider's session where we have none */
    reference: text().notNull(),
    detail: text().notNull(),
    createdAt: now(),
    resolvedAt: time(),
    resolution: text(),
  },
  (t) => [uniqueIndex('payment_findings_fact').on(t.kind, t.reference)],
);

/** Runs of the nightly comparison with the provider. */
export const reconciliations = pgTable('reconciliations', {
  id: id(),
  startedAt: now(),
  /** null for one that is running or was cut off */
  finishedAt: time(),
  compared: integer().notNull().default(0),
  findings: integer().notNull().default(0),
});

/** Checkout sessions of the sandbox: what the provider would know. No money moves here. */
export const sandboxSessions = pgTable(
  'sandbox_sessions',
  {
    id: text().primaryKey(),
    checkoutId: uuid().notNull(),
    description: text().notNull(),
    /** cents */
    amount: integer().notNull(),
    currency: text().notNull(),
    successUrl: text().notNull(),
    cancelUrl: text().notNull(),
    status: text().$type<'open' | 'complete' | 'expired'>().notNull().default('open'),
    paymentId: text().notNull(),
    /** the money counts as arrived from this moment; later than now for a late payment */
    paidFrom: time(),
    /** cents */
    refunded: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_sessions_checkout').on(t.checkoutId),
    uniqueIndex('sandbox_sessions_payment').on(t.paymentId),
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
    /** a side that is muted gets no relayed mail; answers still show in the app */
    senderMutedAt: time(),
    recipientMutedAt: time(),
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
    /** times it was charged; a retry after its credit went back is charged anew */
    charges: integer().notNull().default(0),
    /** token of the letter's own page, `/l/<token>`; null in letters from before there was one */
    webToken: text(),
    /** set when the sender closed that page */
    webRevokedAt: time(),
    createdAt: now(),
    queuedAt: time(),
    sentAt: time(),
  },
  (t) => [
    index('letters_user').on(t.userId, t.createdAt, t.id),
    index('letters_conversation').on(t.conversationId),
    index('letters_by_address').on(t.userId, sql`lower(${t.recipientEmail})`, t.createdAt, t.id),
    uniqueIndex('letters_message_id').on(t.messageId),
    uniqueIndex('letters_envelope_token').on(t.envelopeToken),
    uniqueIndex('letters_web_token').on(t.webToken),
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
    /** reply, or why it is none: auto-reply, bounce, list, loop, duplicate, discarded (by the operator) */
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
    /** files that came with it and are no photos */
    attachments: jsonb().$type<ReplyAttachment[]>().notNull().default([]),
    emailProvider: text().notNull(),
    messageId: text().notNull(),
    /** by mail, in the app, or on the letter's own page */
    origin: text().$type<'mail' | 'app' | 'page'>().notNull().default('mail'),
    /** whether the From domain vouches for it (RFC 7489); unknown without DNS or the client's address */
    dmarc: text().$type<'pass' | 'fail' | 'none' | 'unknown'>().notNull().default('unknown'),
    /** the mail that carries it to the other side, and how far that came */
    relayMessageId: text(),
    relayStatus: text().$type<'none' | 'queued' | 'sent' | 'failed'>().notNull().default('none'),
    relayReason: text(),
    relayAttempts: integer().notNull().default(0),
    relayLeaseUntil: time(),
    /** when the letter's sender saw it in the app */
    readAt: time(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('replies_relay_message_id').on(t.relayMessageId),
    uniqueIndex('replies_message_id').on(t.conversationId, t.messageId),
    index('replies_conversation').on(t.conversationId, t.createdAt),
    index('replies_unread').on(t.conversationId).where(sql`side = 'recipient' and read_at is null`),
    index('replies_relaying').on(t.relayStatus).where(sql`relay_status = 'queued'`),
  ],
);

/** Photos that came with a reply, through the photo pipeline. */
export const replyPhotos = pgTable(
  'reply_photos',
  {
    replyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => replies.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    photoId: uuid()
      .notNull()
      .references(() => photos.id),
    alt: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.replyId, t.position] }), index('reply_photos_photo').on(t.photoId)],
);

/** Addresses that bounced for a sender: no letter is created to one until the sender lifts it. */
export const suppressions = pgTable(
  'suppressions',
  {
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** lower-cased */
    email: text().notNull(),
    reason: text().notNull(),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.email] }), index('suppressions_email').on(t.email)],
);

/** 'Don't send me letters from this person', as a recipient asked; only the recipient lifts it. */
export const blocks = pgTable(
  'blocks',
  {
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** the recipient's, lower-cased */
    email: text().notNull(),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.email] })],
);

/** How far a polled mailbox has been read (RFC 9051: UIDVALIDITY and UID). */
export const imapMailboxes = pgTable('imap_mailboxes', {
  /** user@host/mailbox */
  name: text().primaryKey(),
  uidValidity: text().notNull(),
  lastUid: bigint({ mode: 'number' }).notNull(),
  updatedAt: now(),
});

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

// ---------------------------------------------------------------- drafts

/** The letter on a person's desk, one a person, so that another device can go on with it. */
export const drafts = pgTable('drafts', {
  uid: text().primaryKey(),
  /** as `draftContent` in shared/drafts.ts */
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  /** grows by one with each save: of two devices the later save on an old version is refused */
  version: integer().notNull().default(1),
  updatedAt: now(),
});

/** Photos that a draft holds, so that they are not swept. */
export const draftPhotos = pgTable(
  'draft_photos',
  {
    uid: text()
      .notNull()
      .references(() => drafts.uid, { onDelete: 'cascade' }),
    photoId: uuid()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.uid, t.photoId] }), index('draft_photos_photo').on(t.photoId)],
);

// ---------------------------------------------------------------- operation

/** What an operator did, and what was done to an account for good: append-only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: now(),
    /** the operator's login name on the machine, or 'system' */
    actor: text().notNull(),
    /** such as 'letters cancel' */
    action: text().notNull(),
    /** what it was done to, such as 'letter 12'; no personal content */
    subject: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** done, or why it was refused */
    outcome: text().notNull(),
  },
  (t) => [index('audit_entries_at').on(t.at)],
);

/**
 * Attempts at jobs that are under way. One whose process lives takes its row away at its end, good or bad: a row
 * that stays is an attempt whose process died.
 */
export const jobStarts = pgTable(
  'job_starts',
  {
    id: id(),
    /** the kind, as `JobData` names it */
    name: text().notNull(),
    /** what it is about: a letter's number, say, since several jobs may follow one another for it */
    subject: text().notNull(),
    startedAt: now(),
  },
  (t) => [index('job_starts_subject').on(t.name, t.subject)],
);

/** Jobs under which process after process died: not done again until the operator says so. */
export const setAsideJobs = pgTable(
  'set_aside_jobs',
  {
    /** as the queue had it */
    id: uuid().primaryKey(),
    name: text().notNull(),
    subject: text().notNull(),
    data: jsonb().notNull(),
    /** processes that died under it */
    deaths: integer().notNull(),
    setAsideAt: now(),
  },
  (t) => [uniqueIndex('set_aside_jobs_subject').on(t.name, t.subject)],
);

// ---------------------------------------------------------------- support

/** Messages to support, kept besides being mailed. */
export const supportMessages = pgTable(
  'support_messages',
  {
    /** the number that support and the writer call it by */
    id: id(),
    /** who was signed in; null for nobody */
    uid: text(),
    name: text().notNull(),
    /** as it was written in the form */
    email: text().notNull(),
    category: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** it filled in the box that people don't see, and was not mailed */
    trapped: boolean().notNull().default(false),
    /** of the mail that carries it */
    messageId: text().notNull(),
    /** SHA-256 of its Idempotency-Key and what it says */
    intent: text(),
    createdAt: now(),
  },
  (t) => [uniqueIndex('support_messages_intent').on(t.intent), index('support_messages_uid').on(t.uid)],
);
