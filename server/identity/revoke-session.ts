import { and, eq, isNull } from 'drizzle-orm';
import { sessions } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { sessionMemoOf } from './session-memo.ts';

/** @returns false when there is no such session of this person, or it has ended already */
export async function revokeSession(services: Services, sessionId: string, uid: string): Promise<boolean> {
  const ended = await services.db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  sessionMemoOf(services).forget(sessionId);
  return ended.length > 0;
}
