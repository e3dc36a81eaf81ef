import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '../../../../shared/email-address.ts';
import { senderName } from '../../../../shared/person-name.ts';
import type { Account, LinkedProvider } from '../accounts/data.ts';
import { GoogleError } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';

/** What a call of the protocol has besides its fields. */
export interface Call {
  http: FastifyRequest;
  reply: FastifyReply;
}

export interface Verb<Schema extends z.ZodType> {
  schema: Schema;
  answer: (services: IdentityServices, request: z.infer<Schema>, call: Call) => Promise<object>;
}

/** A call of the protocol: what it is asked with, and what answers it. */
export const verb = <Schema extends z.ZodType>(schema: Schema, answer: Verb<Schema>['answer']) => ({
  schema,
  answer,
});

/** Absent and null are the same, as at Google. */
export const text = z.string().max(8_192).nullish();

/** @throws {GoogleError} MISSING_EMAIL, INVALID_EMAIL */
export function readEmail(given: string | null | undefined): string {
  if (given === undefined || given === null) throw new GoogleError('MISSING_EMAIL');
  const read = emailAddress.safeParse(given);
  if (!read.success) throw new GoogleError('INVALID_EMAIL');
  return read.data.toLowerCase();
}

/** @throws {GoogleError} MISSING_PASSWORD */
export function readPassword(given: string | null | undefined): string {
  if (!given) throw new GoogleError('MISSING_PASSWORD');
  return given;
}

/** A name; null for an empty one. @throws {GoogleError} INVALID_PROFILE_ATTRIBUTE */
export function readDisplayName(given: string): string | null {
  const read = senderName.safeParse(given);
  if (!read.success) throw new GoogleError('INVALID_PROFILE_ATTRIBUTE', read.error.issues[0]?.message);
  return read.data || null;
}

const webAddress = z.url({ protocol: /^https?$/ }).max(2_048);

/** @throws {GoogleError} INVALID_PROFILE_ATTRIBUTE for anything but an http(s) address */
export function readPhotoUrl(given: string): string | null {
  if (given.trim() === '') return null;
  const read = webAddress.safeParse(given);
  if (!read.success) throw new GoogleError('INVALID_PROFILE_ATTRIBUTE', 'Photo URL is not a web address.');
  return read.data;
}

/** In place of a password hash, as Google sends it: 'REDACTED' in base64. */
const REDACTED = 'UkVEQUNURUQ=';

function providerUserInfo(account: Account, linked: LinkedProvider[]) {
  const { email } = account;
  const profile = {
    ...(account.displayName ? { displayName: account.displayName } : {}),
    ...(account.photoUrl ? { photoUrl: account.photoUrl } : {}),
  };
  return [
    ...(account.passwordHash
      ? [{ providerId: 'password', ...profile, federatedId: email, email, rawId: email }]
      : []),
    ...linked.map(({ providerId, subject, email: providerEmail }) => ({
      providerId,
      federatedId: subject,
      rawId: subject,
      ...(providerEmail ? { email: providerEmail } : {}),
    })),
  ];
}

export function presentProfile(account: Account, linked: LinkedProvider[]) {
  return {
    localId: account.uid,
    email: account.email,
    emailVerified: account.emailVerified,
    ...(account.displayName ? { displayName: account.displayName } : {}),
    ...(account.photoUrl ? { photoUrl: account.photoUrl } : {}),
    ...(account.passwordHash ? { passwordHash: REDACTED } : {}),
    providerUserInfo: providerUserInfo(account, linked),
  };
}

/** Times are milliseconds, some as text and some as numbers, as in Google's answers. */
export function presentAccount(account: Account, linked: LinkedProvider[]) {
  return {
    ...presentProfile(account, linked),
    ...(account.passwordHash ? { passwordUpdatedAt: account.passwordUpdatedAt.getTime() } : {}),
    validSince: String(Math.floor(account.tokensValidAfter.getTime() / 1000)),
    lastLoginAt: String(account.lastLoginAt.getTime()),
    createdAt: String(account.createdAt.getTime()),
  };
}
