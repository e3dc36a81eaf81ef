import { and, eq, or, sql } from 'drizzle-orm';
import type { TimeCursor } from '../core/db/page-cursor.ts';
import { listedForSender, statusIn } from '../core/db/status-in.ts';
import { EXPORTED_AT_ONCE, type PersonalData } from '../people/identity/personal-data.ts';
import { forgetBlockedAccount } from '../people/recipients/blocks.ts';
import { addressBlocks, blocks, suppressions } from '../people/recipients/schema.ts';
import { forgetSuppressions } from '../people/recipients/suppressions.ts';
import { senderPauses, users } from '../people/users/schema.ts';
import { listLetters } from './data.ts';
import { bounceRefunds, letterPhotos, letterReports, letterReturns, letters } from './schema.ts';
import { keepStopLinks } from './stop-link.ts';
import { returnWaiting } from './wait/sealed-letters.ts';

export const lettersData = {
  tables: [
    letters,
    letterPhotos,
    letterReturns,
    suppressions,
    blocks,
    addressBlocks,
    bounceRefunds,
    letterReports,
    senderPauses,
  ],

  async summary(db, { userId }) {
    if (userId === null) return { underWay: 0 };
    const toLeave = statusIn('toLeave', letters.status);
    return { underWay: await db.$count(letters, and(eq(letters.userId, userId), toLeave)) };
  },

  async export(services, { uid }) {
    async function* own() {
      for (let cursor: TimeCursor | undefined; ; ) {
        const page = await listLetters(services, uid, {
          cursor,
          limit: EXPORTED_AT_ONCE,
        });
        const last = page.at(-1);
        if (!last) return;
        yield page;
        cursor = { at: last.createdAt, id: String(last.id) };
      }
    }
    return { files: { letters: own } };
  },

  /** What recipients asked for stays, by hashes alone. */
  async erase(tx, { userId }, { addressHash }) {
    const [user] = userId === null ? [] : await tx.select().from(users).where(eq(users.id, userId));
    if (userId === null || !user) return;
    await returnWaiting(tx, userId);
    const { mailedToken, webToken, recipientEmail, senderEmail, language } = letters;
    const mailed = await tx
      .select({ mailedToken, webToken, recipientEmail, senderEmail, language })
      .from(letters)
      .where(and(eq(letters.userId, userId), listedForSender(letters.status)));
    await keepStopLinks(tx, addressHash, mailed, user.email);
    await forgetBlockedAccount(tx, addressHash, user);
    const proved = user.emailVerified ? eq(letterReports.recipientHash, addressHash(user.email)) : undefined;
    // Also of those that were made when they had another address.
    const own = sql`${letterReports.answersTo} in (select id from letters where user_id = ${userId})
      or ${letterReports.letterId} in (select l.id from letters l
        join conversations c on c.id = l.conversation_id where c.recipient_id = ${userId})`;
    await tx.update(letterReports).set({ words: null }).where(or(own, proved));
    await tx.delete(letters).where(eq(letters.userId, userId));
    await tx.delete(letterReturns).where(eq(letterReturns.userId, userId));
    await forgetSuppressions(tx, userId);
  },
} satisfies PersonalData;
