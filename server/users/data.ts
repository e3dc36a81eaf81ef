import { eq, sql } from 'drizzle-orm';
import type { User } from '../../shared/users.ts';
import { notYours, userNotFound } from '../errors.ts';
import type { Person } from '../identity/sessions/person.ts';
import type { Executor } from '../platform/db/database.ts';
import { users } from '../platform/db/schema/users.ts';

export type UserRow = typeof users.$inferSelect;

/** The product record of whoever is signed in. @throws 404 USER_NOT_FOUND when there is none yet */
export async function requireUser(db: Executor, person: Person): Promise<UserRow> {
  const [row] = await db.select().from(users).where(eq(users.firebaseUid, person.uid));
  if (!row) throw userNotFound();
  return row;
}

/** As `requireUser`, and holds the row until the transaction ends: a person's writes to money go one by one. */
export async function lockUser(tx: Executor, person: Person): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.firebaseUid, person.uid)).for('update');
  if (!row) throw userNotFound();
  return row;
}

/**
 * Makes the product record, or answers the one that exists. The address is the session's: a person can't
 * write somebody else's into it.
 */
export async function upsertUser(db: Executor, person: Person, displayName: string | null): Promise<UserRow> {
  const name = displayName?.trim() || person.displayName;
  const [row] = await db
    .insert(users)
    .values({
      firebaseUid: person.uid,
      email: person.email,
      emailVerified: person.emailVerified,
      displayName: name,
    })
    .onConflictDoUpdate({
      target: users.firebaseUid,
      set: {
        email: person.email,
        emailVerified: person.emailVerified,
        displayName: sql`coalesce(${name}, ${users.displayName})`,
      },
    })
    .returning();
  if (!row) throw new Error('The user row was not written.');
  return row;
}

export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    firebaseUid: row.firebaseUid,
    email: row.email,
    displayName: row.displayName,
    credits: row.credits,
    emailVerified: row.emailVerified,
  };
}

/**
 * Some payloads name their user (spec section 7). The session decides who that is; a payload that names
 * somebody else is refused.
 * @throws 403
 */
export function checkClaimedUser(claimed: string | undefined, person: Person, user: UserRow): void {
  if (claimed !== undefined && claimed !== person.uid && claimed !== String(user.id)) {
    throw notYours('You are signed in as somebody else. Please reload the page.');
  }
}
