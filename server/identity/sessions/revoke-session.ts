import { and, eq, isNull } from 'drizzle-orm';
import { sessions } from '../../platform/db/schema/identity.ts';
import type { Services } from '../../platform/services.ts';
import { sessionCacheOf } from './session-cache.ts';

/** @returns false when there is no such session of this person, or it has ended already */
export async function revokeSession(services: Services, sessionId: string, uid: string): Promise<boolean> {
  const ended = await services.db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  sessionCacheOf(services).forget(sessionId);
  return ended.length > 0;
}
