import { and, gt, isNull } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TokenScope } from '../../../shared/access-tokens.ts';
import type { OWN_SECURITY_EVENTS } from '../../../shared/session.ts';
import { bytes, id, now, time } from '../../core/db/columns.ts';

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
    /** tokens issued before this are invalid */
    tokensValidAfter: now(),
    passwordUpdatedAt: now(),
    createdAt: now(),
    lastLoginAt: now(),
  },
  (t) => [uniqueIndex('accounts_email').on(t.email)],
);

const ofAccount = () =>
  text()
    .notNull()
    .references(() => accounts.uid, { onDelete: 'cascade' });

/** Sign-ins at other providers (apple.com). */
export const linkedProviders = pgTable(
  'linked_providers',
  {
    providerId: text().notNull(),
    subject: text().notNull(),
    uid: ofAccount(),
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
    uid: ofAccount(),
    familyId: uuid().notNull(),
    authTime: now(),
    createdAt: now(),
    rotatedAt: time(),
    revokedAt: time(),
    expiresAt: time().notNull(),
  },
  (t) => [index('refresh_tokens_uid').on(t.uid), index('refresh_tokens_family').on(t.familyId)],
);

export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  algorithm: text().notNull(),
  publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
  /** private JWK, sealed with the session secret */
  privateSealed: text().notNull(),
  createdAt: now(),
  /** since when a newer key signs; published until its last token has expired */
  retiredAt: time(),
});

/** One-time links sent by mail, and the codes that a passkey is exchanged for. */
export const actionCodes = pgTable(
  'action_codes',
  {
    codeHash: text().primaryKey(),
    uid: ofAccount(),
    kind: text()
      .$type<'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'PASSWORD_RESET' | 'EMAIL_SIGNIN' | 'PASSKEY'>()
      .notNull(),
    /** the account's address when the link was made; the link is valid only while the account has it */
    email: text().notNull(),
    newEmail: text(),
    createdAt: now(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [index('action_codes_uid').on(t.uid)],
);

/** A provider's answer until our page signs in with it. Kept for a week: only the first sign-in has the person's name. */
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

/** W3C Web Authentication. `uid` is no foreign key: accounts of a Firebase project are not in `accounts`. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    uid: text().notNull(),
    /** base64url, as the browser gives it */
    credentialId: text().notNull(),
    /** COSE_Key (RFC 9052, section 7) */
    publicKey: bytes().notNull(),
    /** signature counter when it was last used; stays 0 where an authenticator has none */
    counter: bigint({ mode: 'number' }).notNull(),
    /** how a browser may reach it: 'internal', 'hybrid', 'usb'… */
    transports: text().array().notNull(),
    /** whether it stays on one device, or may be synchronised to several */
    deviceType: text().$type<'singleDevice' | 'multiDevice'>().notNull(),
    /** whether it was backed up when it was added */
    backedUp: boolean().notNull(),
    /** model of the authenticator; zeros where that is unknown */
    aaguid: uuid().notNull(),
    name: text().notNull(),
    createdAt: now(),
    lastUsedAt: time(),
  },
  (t) => [uniqueIndex('passkeys_credential_id').on(t.credentialId), index('passkeys_uid').on(t.uid)],
);

/** Challenges that a passkey answered, kept until they have expired, so that each is accepted once. */
export const usedChallenges = pgTable('used_challenges', {
  /** SHA-256 */
  challengeHash: text().primaryKey(),
  expiresAt: time().notNull(),
});

/** Sign-ins that ended here while their tokens stay valid at Firebase. Times are `auth_time`, seconds since 1970. */
export const endedSignIns = pgTable(
  'ended_sign_ins',
  {
    id: id(),
    uid: text().notNull(),
    since: bigint({ mode: 'number' }).notNull(),
    until: bigint({ mode: 'number' }).notNull(),
    /** the sign-in in this range that goes on: it ended all others, or took the account over; null for none */
    kept: bigint({ mode: 'number' }),
    createdAt: now(),
  },
  (t) => [index('ended_sign_ins_uid').on(t.uid)],
);

/** Of people whose accounts are at a Firebase project. Times of tokens are seconds since 1970 by its clock. */
export const firebasePeople = pgTable('firebase_people', {
  uid: text().primaryKey(),
  /** lower-cased */
  email: text().notNull(),
  emailVerified: boolean().notNull(),
  /** `iat` of the newest token */
  tokenIssuedAt: bigint({ mode: 'number' }).notNull(),
  /** `iat` of the first token whose address was not verified; null while it is verified */
  unprovedSince: bigint({ mode: 'number' }),
  /** browsers that signed in before this are not known to the person who has the account now */
  browsersKnownSince: now(),
});

/** One row per account, kind and day. `uid` is no foreign key: Firebase's accounts have rows, too. */
export const securityEvents = pgTable(
  'security_events',
  {
    uid: text().notNull(),
    kind: text().$type<(typeof OWN_SECURITY_EVENTS)[number]>().notNull(),
    /** of UTC */
    day: date().notNull(),
    count: integer().notNull().default(1),
    lastAt: now(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.kind, t.day] }), index('security_events_last').on(t.lastAt)],
);

/** Of a browser, or of a program with an access token: both are ended alike. Each write locks the row (`holdSession`). */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    uid: text().notNull(),
    /** its sign-in: the family of refresh tokens, or `auth_time` for tokens of another issuer */
    signInId: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    displayName: text(),
    userAgent: text(),
    createdAt: now(),
    /** last time the browser presented a valid ID token, or the program its access token (to the hour) */
    syncedAt: now(),
    expiresAt: time().notNull(),
    revokedAt: time(),
    /** SHA-256 of an access token; null for a browser, as are the program's name and its scopes */
    tokenHash: text(),
    name: text(),
    scopes: text().array().$type<TokenScope[]>(),
  },
  (t) => [index('sessions_uid').on(t.uid), uniqueIndex('sessions_token_hash').on(t.tokenHash)],
);

/** Neither expired nor revoked. */
export const isActive = () => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date()));
