import { and, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { cleanSenderName, senderName } from '../../../../shared/person-name.ts';
import { said } from '../../../../shared/words.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { notReady, ProductError } from '../../../core/errors.ts';
import { users } from '../../users/schema.ts';
import type { Profile } from '../accounts/data.ts';
import type { AddressProof, IdentityServices } from '../identity-provider.ts';
import { endedSignIns, firebasePeople, sessions } from '../schema.ts';
import { CLOCK_SKEW, SignInEnded, type VerifiedIdToken } from '../tokens/verify-id-token.ts';

type FirebasePerson = typeof firebasePeople.$inferSelect;

/** Namespace of the advisory locks on people whose accounts are at Firebase. Any number, the same in every process. */
const PERSON_LOCKS = 730_521;

/** Locks a person until the transaction ends, as `lockAccount` does in embedded mode, where there is a row. */
export async function lockFirebasePerson(tx: Transaction, uid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PERSON_LOCKS}::int, hashtext(${uid}))`);
}

/** What the newest token said of a person; from the product record for people from before that was stored. */
export async function findFirebasePerson(db: Executor, uid: string): Promise<FirebasePerson | null> {
  const [noted] = await db.select().from(firebasePeople).where(eq(firebasePeople.uid, uid));
  if (noted) return noted;
  const [user] = await db.select().from(users).where(eq(users.accountUid, uid));
  if (!user) return null;
  const { email, emailVerified, createdAt } = user;
  const unprovedSince = emailVerified ? null : Math.floor(createdAt.getTime() / 1000) + CLOCK_SKEW;
  return { uid, email, emailVerified, tokenIssuedAt: 0, unprovedSince, browsersKnownSince: ALWAYS };
}

const ALWAYS = new Date(0);

/** For the cookie of a known browser, which is void after a hand-over. */
export const browserOwner = ({ uid, browsersKnownSince }: FirebasePerson) => ({
  uid,
  tokensValidAfter: browsersKnownSince,
});

export async function findBrowserOwner(db: Executor, uid: string) {
  const person = await findFirebasePerson(db, uid);
  return person && browserOwner(person);
}

/** Who proved the address of an account that had proved none before. */
export interface FirstProof {
  /** `firebase_people.unproved_since` when this was judged; `takeToken` checks that it is still the same */
  unprovedSince: number;
  /** whether it is the person who made the account; else everything there may be a stranger's */
  byMaker: boolean;
  /** as `AddressProof.how`; `elsewhere` also in a known browser, after a reset or a sign-in with Apple */
  how: AddressProof['how'];
}

export interface TakenToken {
  profile: Profile;
  proof: AddressProof | null;
  /** false for an older token that differs from the newest: it may renew a session, but opens none */
  opensSession: boolean;
}

/**
 * Stores what a verified ID token of the project says, unless a newer one was stored before. A first proof by somebody
 * other than the maker hands the account over.
 * @param judged of this token (`judge-first-proof.ts`)
 * @throws {SignInEnded}, 403 for an identity without an address, 503 when the person changed meanwhile
 */
export async function takeToken(
  tx: Transaction,
  services: IdentityServices,
  token: VerifiedIdToken,
  judged: FirstProof | null,
): Promise<TakenToken> {
  await lockFirebasePerson(tx, token.uid);
  const told = await requireFirebaseProfile(tx, token);
  const { uid, email, emailVerified } = told;
  const before = await findFirebasePerson(tx, uid);
  if (before && token.issuedAt < before.tokenIssuedAt) {
    const opensSession = before.email === email && before.emailVerified === emailVerified;
    const profile = { ...told, email: before.email, emailVerified: before.emailVerified };
    return { profile, proof: null, opensSession };
  }
  const provesFirst = emailVerified && before !== null && before.unprovedSince !== null;
  if (provesFirst && judged?.unprovedSince !== before.unprovedSince) throw notReady();
  const handedOver = provesFirst && judged !== null && !judged.byMaker;
  if (handedOver) await startEmpty(tx, services, token);
  const knownSince = handedOver ? new Date(token.issuedAt * 1000) : (before?.browsersKnownSince ?? ALWAYS);
  const now: FirebasePerson = {
    uid,
    email,
    emailVerified,
    tokenIssuedAt: token.issuedAt,
    unprovedSince: emailVerified ? null : (before?.unprovedSince ?? token.issuedAt),
    browsersKnownSince: knownSince,
  };
  await tx.insert(firebasePeople).values(now).onConflictDoUpdate({ target: firebasePeople.uid, set: now });
  // Tokens up to a hand-over have the name that whoever made the account gave at the project.
  const isName = token.issuedAt * 1000 > knownSince.getTime();
  return {
    profile: isName ? told : { ...told, displayName: null },
    proof: await proofIn(tx, told, judged?.how ?? 'own session'),
    opensSession: true,
  };
}

async function proofIn(tx: Transaction, { uid, email, emailVerified }: Profile, how: AddressProof['how']) {
  if (!emailVerified) return null;
  const [known] = await tx
    .select({ email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.accountUid, uid));
  if (known?.emailVerified && known.email === email) return null;
  return { uid, email, how, first: !known?.emailVerified };
}

async function startEmpty(tx: Transaction, { on }: IdentityServices, { uid, authTime }: VerifiedIdToken) {
  await tx.delete(sessions).where(eq(sessions.uid, uid));
  await on.erase(tx, uid, 'account hand over');
  await tx.insert(endedSignIns).values({ uid, since: 0, until: authTime, kept: authTime });
}

/** Call with the person locked. @throws {SignInEnded} for one ended here, 403 without an address: letters need one */
export async function requireFirebaseProfile(tx: Transaction, token: VerifiedIdToken): Promise<Profile> {
  const { uid, authTime } = token;
  const ended = and(
    eq(endedSignIns.uid, uid),
    lte(endedSignIns.since, authTime),
    gte(endedSignIns.until, authTime),
    or(isNull(endedSignIns.kept), ne(endedSignIns.kept, authTime)),
  );
  if ((await tx.$count(endedSignIns, ended)) > 0) throw new SignInEnded();
  if (!token.email) {
    throw new ProductError(
      403,
      'EMAIL_NEEDED',
      said('Please sign in with an account that has an email address.'),
    );
  }
  return {
    uid,
    email: token.email.toLowerCase(),
    emailVerified: token.emailVerified,
    // Google lets people choose any name; one that is refused here, such as a firm's, counts as none.
    displayName: senderName.safeParse(cleanSenderName(token.name ?? '')).data || null,
  };
}
