import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { eraseMessages } from '../../mail/in/data.ts';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { listGifts, listReceived } from './data.ts';
import { isLetterSent } from './letter-of-gift.ts';
import { returnGifts } from './return-gifts.ts';
import { gifts } from './schema.ts';

/** Rows stay for the books, without names. Gifts whose recipient was told can still be claimed. */
export const giftsData = {
  tables: [gifts],

  async export({ db }, { userId }) {
    if (userId === null) return { files: { gifts: { given: [], received: [] } } };
    return {
      files: { gifts: { given: await listGifts(db, userId), received: await listReceived(db, userId) } },
    };
  },

  /** Before the letters are erased: their status says whether a recipient was told of an enclosed gift. */
  async erase(tx, { userId }) {
    if (userId === null) return {};
    const told = or(isLetterSent, and(isNull(gifts.letterId), isNotNull(gifts.mailedAt)));
    await returnGifts(tx, userId, sql`(${told}) is not true`, 'account');
    // In one statement, with the letter's id: a second one would lock those who claimed.
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
    const given = sql`(select id from gifts where giver_id = ${userId})`;
    return { fileKeys: await eraseMessages(tx, sql`gift_id in ${given}`) };
  },
} satisfies PersonalData;
