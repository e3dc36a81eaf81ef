import { eq, sql } from 'drizzle-orm';
import { forgetKeysOf } from '../../core/idempotency.ts';
import { deleteSetAsideMails } from '../../core/jobs/set-aside-jobs.ts';
import { idempotencyKeys } from '../../core/schema.ts';
import type { PersonalData } from '../identity/personal-data.ts';
import { users } from './schema.ts';

export const usersData = {
  tables: [users, idempotencyKeys],

  async summary(db, { uid }) {
    const [user] = await db.select({ credits: users.credits }).from(users).where(eq(users.accountUid, uid));
    return { credits: user?.credits ?? 0 };
  },

  async export({ db }, { uid, email, emailVerified, displayName }) {
    const [user] = await db.select().from(users).where(eq(users.accountUid, uid));
    const account = {
      uid,
      email,
      emailVerified,
      displayName: user?.displayName ?? displayName,
      credits: user?.credits ?? 0,
      timeZone: user?.timeZone ?? null,
      language: user?.language ?? null,
      browserLanguage: user?.browserLanguage ?? null,
      languageBefore: user?.languageBefore ?? null,
      languageChangedAt: user?.languageChangedAt?.toISOString() ?? null,
      createdAt: user?.createdAt.toISOString() ?? null,
    };
    return { files: { account } };
  },

  /** The row stays, anonymous: the ledger and purchases refer to its number. */
  async erase(tx, { uid, userId }) {
    await forgetKeysOf(tx, uid);
    if (userId !== null) {
      // A mail to this person that no process could send holds their address and its text.
      await deleteSetAsideMails(tx, sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`);
      await tx
        .update(users)
        .set({
          accountUid: `deleted-${userId}`,
          email: `deleted-${userId}@account.invalid`,
          displayName: null,
          timeZone: null,
          language: null,
          browserLanguage: null,
          languageBefore: null,
          languageChangedAt: null,
          emailVerified: false,
        })
        .where(eq(users.id, userId));
    }
  },
} satisfies PersonalData;
