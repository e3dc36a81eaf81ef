import { and, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { senderName } from '../../../shared/person-name.ts';
import { ProductError } from '../../errors.ts';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { endedSignIns } from '../../platform/db/schema/identity.ts';
import type { Profile } from '../accounts/data.ts';
import type { VerifiedIdToken } from '../tokens/verify-id-token.ts';
import { SignInEnded } from '../tokens/verify-id-token.ts';

/** Namespace of the advisory locks on people whose accounts are at Firebase. Any number, the same in every process. */
const PERSON_LOCKS = 730_521;

/** Locks a person until the transaction ends, as `lockAccount` does in embedded mode, where there is a row. */
export async function lockFirebasePerson(tx: Transaction, uid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PERSON_LOCKS}::int, hashtext(${uid}))`);
}

/**
 * The profile in a verified ID token of the project. Call with the person locked.
 * @throws {SignInEnded} when this sign-in was ended here, 403 for an identity without an address: letters need one
 */
export async function requireFirebaseProfile(tx: Transaction, token: VerifiedIdToken): Promise<Profile> {
  if (await isEnded(tx, token)) throw new SignInEnded();
  if (!token.email) {
    throw new ProductError(403, 'EMAIL_NEEDED', 'Please sign in with an account that has an email address.');
  }
  return {
    uid: token.uid,
    email: token.email.toLowerCase(),
    emailVerified: token.emailVerified,
    // Google lets people take any name; one that we would refuse is as none.
    displayName: senderName.safeParse(token.name).data || null,
  };
}

async function isEnded(db: Executor, { uid, authTime }: VerifiedIdToken): Promise<boolean> {
  const [ended] = await db
    .select({ id: endedSignIns.id })
    .from(endedSignIns)
    .where(
      and(
        eq(endedSignIns.uid, uid),
        lte(endedSignIns.since, authTime),
        gte(endedSignIns.until, authTime),
        or(isNull(endedSignIns.kept), ne(endedSignIns.kept, authTime)),
      ),
    )
    .limit(1);
  return ended !== undefined;
}
