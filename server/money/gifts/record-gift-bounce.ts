import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { joinSentences, type Said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import type { Services } from '../../core/services.ts';
import { giftOfToken } from '../../mail/in/destination.ts';
import { BOUNCES_WITHIN_DAYS, isFailure, isProven, reasonOfReport } from '../../mail/in/failed-delivery.ts';
import type { BounceHandler } from '../../mail/in/process-message.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { giftMessageId } from './gift-mail.ts';
import { closeReturned, returnGifts, tellGiver } from './return-gifts.ts';
import { gifts } from './schema.ts';
import type { GiftRow } from './write-gifts.ts';

const mayBounce = sql`${gifts.mailedAt} > now() - make_interval(days => ${BOUNCES_WITHIN_DAYS}::int)`;

/** The gift returns when the report proves as much as one that returns a letter's credit. */
export const recordGiftBounce: BounceHandler = async (tx, services, token, { report, namedMessageIds }) => {
  const gift = await findGift(tx, token);
  if (!gift) return;
  const { config, log } = services;
  const mail = { recipientEmail: gift.email, messageId: giftMessageId(config, gift.id) };
  const counts = isFailure(report) && isProven({ report, namedMessageIds }, mail);
  const { action = 'none', status, diagnostic } = report ?? {};
  log.warn({ giftId: gift.id, action, status, diagnostic, counts }, 'message about the mail of a gift');
  if (!report || !counts) return;
  const reason = reasonOfReport(report, gift.email);
  if (await returnUndelivered(tx, services, gift, reason, mayBounce))
    await suppress(tx, gift.giverId, gift.email, reason);
};

/** Refused for good by our mail server, perhaps for another cause than the address. */
export async function returnRefused(services: Services, token: string, reason: Said): Promise<void> {
  await services.db.transaction(async (tx) => {
    const gift = await findGift(tx, token);
    if (gift) await returnUndelivered(tx, services, gift, reason);
  });
}

async function findGift(db: Executor, token: string): Promise<GiftRow | null> {
  const id = await giftOfToken(db, token);
  if (!id) return null;
  return first(db.select().from(gifts).where(eq(gifts.id, id)));
}

/** @returns whether there was somebody to tell */
async function returnUndelivered(
  tx: Transaction,
  services: Services,
  gift: GiftRow,
  reason: Said,
  where?: SQL,
): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, gift.giverId)).for('update');
  const own = and(eq(gifts.id, gift.id), isNull(gifts.letterId), where);
  const [returned] = await returnGifts(tx, gift.giverId, own, 'undelivered');
  if (!returned) return false;
  await closeReturned(tx, returned);
  if (returned.fromName === '') return false;
  await tellGiver(tx, services, returned, ({ language, n, say, t }, name) => {
    const why = say(reason);
    const whom = why.includes(returned.email) ? name : `${name} (${returned.email})`;
    const back = n(
      returned.credits,
      'You gave {whom} a stamp, but our mail about it could not be delivered.',
      'You gave {whom} {n} stamps, but our mail about them could not be delivered.',
      { whom },
    );
    return {
      paragraphs: [
        joinSentences([back, why], language),
        n(returned.credits, 'It is yours again.', 'They are yours again.'),
      ],
      closing: t('Please check the address. Then you can give as much once more.'),
    };
  });
  return true;
}
