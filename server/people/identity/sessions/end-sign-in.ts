import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { signInNeeded } from '../../../core/errors.ts';
import { endFamilies, endSessions, lockAccount } from '../accounts/data.ts';
import { lockFirebasePerson } from '../firebase/firebase-person.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { endedSignIns, isActive, refreshTokens, sessions } from '../schema.ts';
import type { Person } from './person.ts';
import { sessionCacheOf } from './session-cache.ts';

/** Ends the session and its sign-in, whose tokens could open another. @returns false when there is no such session */
export async function endSignIn(services: IdentityServices, uid: string, sessionId: string) {
  const ended = await services.db.transaction(async (tx) => {
    await lockOwner(services, tx, uid);
    const signInId = await activeSignIn(tx, uid, sessionId);
    if (signInId === null) return false;
    if (services.identity.firebase) await endFirebaseSignIn(tx, uid, signInId);
    else await endFamily(tx, uid, signInId);
    return true;
  });
  sessionCacheOf(services).forgetUid(uid);
  return ended;
}

/** @returns how many sessions ended @throws 401 when the requesting session has ended meanwhile */
export async function endOtherSignIns(services: IdentityServices, { uid, sessionId }: Person) {
  const ended = await services.db.transaction(async (tx) => {
    await lockOwner(services, tx, uid);
    const own = await activeSignIn(tx, uid, sessionId);
    if (own === null) throw signInNeeded();
    const count = await endSessions(tx, uid, ne(sessions.signInId, own));
    if (services.identity.firebase) {
      const until = Math.floor(Date.now() / 1000);
      await tx.insert(endedSignIns).values({ uid, since: 0, until, kept: Number(own) });
    } else {
      await endFamilies(tx, uid, ne(refreshTokens.familyId, own));
    }
    return count;
  });
  sessionCacheOf(services).forgetUid(uid);
  return ended;
}

/** Call with the account locked, and forget its sessions after the commit. */
export async function endFamily(tx: Transaction, uid: string, familyId: string): Promise<void> {
  await endSessions(tx, uid, eq(sessions.signInId, familyId));
  await endFamilies(tx, uid, eq(sql`${refreshTokens.familyId}::text`, familyId));
}

/** Everybody's, and those of programs: a restored database does not know which were ended since the backup. */
export async function endAllSignIns(db: Executor): Promise<void> {
  const ended = { revokedAt: sql`now()` };
  await db.update(sessions).set(ended).where(isNull(sessions.revokedAt));
  await db.update(refreshTokens).set(ended).where(isNull(refreshTokens.revokedAt));
  await db.execute(sql`
    insert into ended_sign_ins (uid, since, until)
    select uid, 0, extract(epoch from now())::bigint from firebase_people`);
}

/** Firebase cannot revoke one sign-in, so its tokens are refused here by their `auth_time`. */
async function endFirebaseSignIn(tx: Transaction, uid: string, signInId: string): Promise<void> {
  await endSessions(tx, uid, eq(sessions.signInId, signInId));
  const at = Number(signInId);
  // A session from before Firebase mode has no sign-in of the project.
  if (Number.isSafeInteger(at)) await tx.insert(endedSignIns).values({ uid, since: at, until: at });
}

/** Until the transaction ends, so that a sign-in that is being ended opens no session meanwhile. */
export async function lockOwner(services: IdentityServices, tx: Transaction, uid: string): Promise<void> {
  if (services.identity.firebase) await lockFirebasePerson(tx, uid);
  else await lockAccount(tx, uid);
}

async function activeSignIn(tx: Transaction, uid: string, sessionId: string): Promise<string | null> {
  const [row] = await tx
    .select({ signInId: sessions.signInId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isActive()));
  return row?.signInId ?? null;
}
