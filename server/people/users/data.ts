import { eq, sql } from 'drizzle-orm';
import { displayNameOf } from '../../../shared/display-name.ts';
import type { Language } from '../../../shared/languages.ts';
import { isImitation, senderName } from '../../../shared/person-name.ts';
import type { User } from '../../../shared/users.ts';
import { said } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import type { Executor } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { conflict, notYours, userNotFound } from '../../core/errors.ts';
import type { Person } from '../identity/sessions/person.ts';
import { rememberLanguage } from './profile.ts';
import { users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;

/** @throws 404 USER_NOT_FOUND when the person has no product record yet */
export async function requireUser(db: Executor, person: Person): Promise<UserRow> {
  const [row] = await db.select().from(users).where(eq(users.accountUid, person.uid));
  if (!row) throw userNotFound();
  return row;
}

export const hasUser = async (db: Executor, { uid }: Person): Promise<boolean> =>
  (await db.$count(users, eq(users.accountUid, uid))) > 0;

/** Locked, changes to a balance happen one by one. @throws 404 USER_NOT_FOUND */
export async function lockUser(tx: Executor, person: Person): Promise<UserRow> {
  const row = await lockUserIfAny(tx, person.uid);
  if (!row) throw userNotFound();
  return row;
}

/** For an account that may have no product record. */
export const lockUserIfAny = (tx: Executor, accountUid: string): Promise<UserRow | null> =>
  first(tx.select().from(users).where(eq(users.accountUid, accountUid)).for('update'));

/** The address is that of the session, so a person cannot claim another's. */
export async function upsertUser(
  db: Executor,
  person: Person,
  told: {
    displayName?: string | null | undefined;
    timeZone?: string | null;
    browserLanguage?: Language | null;
  } = {},
): Promise<UserRow> {
  const name = told.displayName?.trim() || person.displayName;
  const timeZone = told.timeZone ?? null;
  const browserLanguage = told.browserLanguage ?? null;
  const [row] = await db
    .insert(users)
    .values({
      accountUid: person.uid,
      email: person.email,
      emailVerified: person.emailVerified,
      displayName: name,
      timeZone,
      browserLanguage,
    })
    .onConflictDoUpdate({
      target: users.accountUid,
      // Address and proof are kept by `syncProfile`: a session read seconds ago may have those of before.
      set: {
        displayName: sql`coalesce(${name}, ${users.displayName})`,
        timeZone: sql`coalesce(${timeZone}, ${users.timeZone})`,
        browserLanguage: sql`coalesce(${browserLanguage}, ${users.browserLanguage})`,
        ...rememberLanguage({ browserLanguage }),
      },
    })
    .returning();
  if (!row) throw new Error('The user row was not written.');
  return row;
}

/** @param language null for the browser's. @throws 404 USER_NOT_FOUND */
export async function setLanguage(
  db: Executor,
  { uid }: Person,
  language: Language | null,
): Promise<UserRow> {
  const [row] = await db
    .update(users)
    .set({ language, ...rememberLanguage({ language }) })
    .where(eq(users.accountUid, uid))
    .returning();
  if (!row) throw userNotFound();
  return row;
}

export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    firebaseUid: row.accountUid,
    email: row.email,
    displayName: row.displayName,
    credits: row.credits,
    emailVerified: row.emailVerified,
    timeZone: row.timeZone,
    language: row.language,
  };
}

/** Some payloads name their user (spec section 7). @throws 403 for another than that of the session */
export function checkClaimedUser(claimed: string | undefined, person: Person, user: UserRow): void {
  if (claimed !== undefined && claimed !== person.uid && claimed !== String(user.id)) {
    throw notYours(said('You are signed in as somebody else. Please reload the page.'));
  }
}

/** It may come from a provider, from an address, or from before a name was refused. @throws 409 for such a name */
export function checkedName(user: UserRow, { PRODUCT_NAME }: Config): string {
  const name = displayNameOf(user);
  if (senderName.safeParse(name).success && !isImitation(name, PRODUCT_NAME)) return name;
  throw conflict(
    'NAME_REFUSED',
    said('Letters can’t be signed ‘{name}’. Please enter your own name on your account page.', { name }),
  );
}
