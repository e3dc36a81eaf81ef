import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { eraseMessages } from '../../mail/in/data.ts';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { listGifts, listReceived } from './data.ts';
import { isLetterSent } from './letter-of-gift.ts';
import { returnGifts } from './return-gifts.ts';
import { gifts } from './schema.ts';

/**
 * Gifts belong to their giver, with the address of whom they are for. The rows stay for the books, as their entries do;
 * those whose recipient was told wait on, for given is given.
 */
export const giftsData = {
  tables: [gifts],

  async export({ db }, { userId }) {
    if (userId === null) return { files: { gifts: { given: [], received: [] } } };
    return {
      files: { gifts: { given: await listGifts(db, userId), received: await listReceived(db, userId) } },
    };
  },

  /** Before the letters are gone: their statuses tell which stamps somebody was told of. */
  async erase(tx, { userId }) {
    if (userId === null) return {};
    const told = or(isLetterSent, and(isNull(gifts.letterId), isNotNull(gifts.mailedAt)));
    await returnGifts(tx, userId, sql`(${told}) is not true`, 'account');
    // In one statement, and with the letter, whose deletion would change the rows again: each has its foreign keys checked anew
    // then, which would lock those who claimed them.
    await tx
      .update(gifts)
      .set({
        fromName: '',
        recipientName: '',
        note: null,
        letterId: null,
        email: sql`case when ${gifts.status} = 'waiting' then ${gifts.email} else '' end`,
        mailedAt: sql`coalesce(${gifts.mailedAt}, now())`,
      })
      .where(eq(gifts.giverId, userId));
    // What came back of their mails names whom they were for.
    const given = sql`(select id from gifts where giver_id = ${userId})`;
    return { fileKeys: await eraseMessages(tx, sql`gift_id in ${given}`) };
  },
} satisfies PersonalData;
