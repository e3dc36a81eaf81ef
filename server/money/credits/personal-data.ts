import { eq } from 'drizzle-orm';
import type { LedgerEntry } from '../../../shared/credits.ts';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { users } from '../../people/users/schema.ts';
import { couponRedemptions } from '../payments/schema.ts';
import { writeEntry } from './ledger.ts';
import { listEntries } from './ledger-page.ts';
import { couponMailboxes, ledgerEntries } from './schema.ts';

export const creditsData = {
  tables: [ledgerEntries, couponRedemptions, couponMailboxes],

  async export({ db, words }, { userId }) {
    const ledger: LedgerEntry[] = [];
    if (userId === null) return { files: { ledger } };
    let cursor: number | undefined;
    do {
      const page = await listEntries(db, userId, words, { cursor, limit: 1_000 });
      ledger.push(...page.entries);
      cursor = page.nextCursor === null ? undefined : Number(page.nextCursor);
    } while (cursor !== undefined);
    return { files: { ledger } };
  },

  /** No balance remains for an account that nobody can use. */
  async erase(tx, { userId }) {
    if (userId === null) return {};
    const [user] = await tx.select({ credits: users.credits }).from(users).where(eq(users.id, userId));
    const credits = user?.credits ?? 0;
    const reference = `${userId}:account deleted`;
    if (credits > 0) await writeEntry(tx, { userId, delta: -credits, kind: 'take-back', reference });
    await tx.update(couponMailboxes).set({ userId: null }).where(eq(couponMailboxes.userId, userId));
    return { counts: { creditsTakenBack: credits } };
  },
} satisfies PersonalData;
