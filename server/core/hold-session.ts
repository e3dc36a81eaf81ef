import { and, eq, isNull } from 'drizzle-orm';
import { sessions } from '../people/identity/schema.ts';
import type { Transaction } from './db/database.ts';
import { signInNeeded } from './errors.ts';

/** The first lock of a write: erasing or handing over an account deletes its sessions first. @throws 401 if it is over */
export async function holdSession(tx: Transaction, { sessionId, uid }: { sessionId: string; uid: string }) {
  const [held] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isNull(sessions.revokedAt)))
    .for('key share');
  if (!held) throw signInNeeded();
}
