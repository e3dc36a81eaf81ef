import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { GIFT_KEPT_MONTHS } from '../../../shared/limits.ts';
import { eachInTurn } from '../../core/each-in-turn.ts';
import type { Services } from '../../core/services.ts';
import { users } from '../../people/users/schema.ts';
import { tellGiver } from './come-back-notice.ts';
import { isLetterSent, letterSentAt } from './letter-of-gift.ts';
import { closeReturned, returnGifts } from './return-gifts.ts';
import { gifts } from './schema.ts';

type Needs = Pick<Services, 'db' | 'config' | 'queue'>;

/** One in a letter that waits for its day was not told of. */
const isOld = and(
  eq(gifts.status, 'waiting'),
  sql`greatest(${gifts.claimableAt}, coalesce(${gifts.mailedAt}, ${letterSentAt}))
    < now() - make_interval(months => ${GIFT_KEPT_MONTHS}::int)`,
  or(isNotNull(gifts.mailedAt), isLetterSent),
);

export async function returnOldGifts(services: Needs): Promise<void> {
  const old = await services.db.select().from(gifts).where(isOld);
  await eachInTurn(old, (gift) =>
    services.db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, gift.giverId)).for('update');
      // It may have been claimed meanwhile.
      const returned = await returnGifts(tx, gift.giverId, and(eq(gifts.id, gift.id), isOld), 'a year');
      if (returned.length === 0) return;
      await closeReturned(tx, gift);
      await tellGiver(tx, services, gift, ({ n, t }, name) => ({
        paragraphs: [
          n(
            gift.credits,
            'You gave {name} ({email}) a stamp. Nobody took it within a year, so it is yours again.',
            'You gave {name} ({email}) {n} stamps. Nobody took them within a year, so they are yours again.',
            { name, email: gift.email },
          ),
        ],
        closing: t('Credits never expire.'),
      }));
    }),
  );
}
