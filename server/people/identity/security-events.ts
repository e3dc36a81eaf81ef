import { and, desc, eq, lt, notInArray, or, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/durations.ts';
import { OWN_SECURITY_EVENTS } from '../../../shared/session.ts';
import type { Executor } from '../../core/db/database.ts';
import { networkOf } from '../../core/http/network.ts';
import { SECURITY_EVENTS, type SecurityEvent } from '../../core/meters.ts';
import { deriveKey, sign } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { securityEvents } from './schema.ts';

const KEPT_DAYS = 90;
const LISTED = 10;
/** Events that strangers can cause every day: only the newest row of each is listed, so that they crowd out no others. */
const BY_ANYBODY = ['wrong-password', 'locked-out', 'link-mailed'] as const;
/** Of a hash, in a log line: enough to tell one from another. */
const HASH_CHARACTERS = 16;

interface Noted {
  kind: SecurityEvent;
  uid?: string | null | undefined;
  email?: string;
  ip?: string | undefined;
  /** the provider of a sign-in, as its ID token names it */
  by?: string;
}

/** One row per kind and day bounds the table. A signed-out caller must not await it: timing would tell who has an account. */
export async function noteSecurityEvent(
  { db, log, meters, addressHash, sessionSecret }: Services,
  { kind, uid, email, ip, by }: Noted,
): Promise<void> {
  const outcome = SECURITY_EVENTS[kind];
  const network = ip && sign(deriveKey(sessionSecret, 'networks of security events'), networkOf(ip));
  const account = uid ?? (email && addressHash(email).slice(0, HASH_CHARACTERS));
  log.info({ kind, account, network: network?.slice(0, HASH_CHARACTERS), outcome, by }, 'security event');
  meters.security(kind);
  const own = OWN_SECURITY_EVENTS.find((one) => one === kind);
  if (!uid || !own) return;
  await db
    .insert(securityEvents)
    .values({ uid, kind: own, day: sql`(now() at time zone 'utc')::date` })
    .onConflictDoUpdate({
      target: [securityEvents.uid, securityEvents.kind, securityEvents.day],
      set: { count: sql`${securityEvents.count} + 1`, lastAt: sql`now()` },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'a security event was not kept'));
}

export async function lastSecurityEvents(db: Executor, uid: string) {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.uid, uid),
        or(
          notInArray(securityEvents.kind, [...BY_ANYBODY]),
          sql`not exists (select from security_events later where later.uid = ${uid}
            and later.kind = security_events.kind and later.day > security_events.day)`,
        ),
      ),
    )
    .orderBy(desc(securityEvents.lastAt))
    .limit(LISTED);
  return rows.map(({ kind, count, lastAt }) => ({ kind, count, lastAt: lastAt.toISOString() }));
}

/** @param uid whose events to remove; null removes those of everybody that are too old */
export async function removeSecurityEvents(db: Executor, uid: string | null, now = Date.now()) {
  const old = lt(securityEvents.lastAt, new Date(now - KEPT_DAYS * DAY_MS));
  await db.delete(securityEvents).where(uid === null ? old : eq(securityEvents.uid, uid));
}
