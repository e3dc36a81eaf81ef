import { lt, or } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Database } from '../../core/db/database.ts';
import {
  actionCodes,
  providerSignIns,
  refreshTokens,
  sessions,
  signingKeys,
  usedChallenges,
} from './schema.ts';
import { removeSecurityEvents } from './security-events.ts';

/** Ended sign-ins of a Firebase project are kept, since its refresh tokens do not expire. */
export async function sweepIdentity(db: Database, now = Date.now()): Promise<void> {
  const ago = (days: number) => new Date(now - days * DAY_MS);
  await db
    .delete(refreshTokens)
    .where(or(lt(refreshTokens.expiresAt, ago(7)), lt(refreshTokens.revokedAt, ago(7))));
  await db.delete(actionCodes).where(lt(actionCodes.expiresAt, ago(7)));
  await db.delete(providerSignIns).where(lt(providerSignIns.expiresAt, ago(7)));
  await db.delete(sessions).where(or(lt(sessions.expiresAt, ago(7)), lt(sessions.revokedAt, ago(7))));
  await removeSecurityEvents(db, null, now);
  await db.delete(usedChallenges).where(lt(usedChallenges.expiresAt, ago(1)));
  await db.delete(signingKeys).where(lt(signingKeys.retiredAt, ago(30)));
}
