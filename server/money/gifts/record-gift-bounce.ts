import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { joinSentences, type Said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import type { Services } from '../../core/services.ts';
import { giftOfToken } from '../../mail/in/destination.ts';
import { BOUNCES_WITHIN_DAYS, isFailure, isProven, reasonOfReport } from '../../mail/in/failed-delivery.ts';
import type { BounceHandler } from '../../mail/in/process-message.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { giftMessageId } from './gift-mail.ts';
import { returnOne } from './return-gifts.ts';
import { gifts } from './schema.ts';
import type { GiftRow } from './write-gifts.ts';

const mayBounce = sql`${gifts.mailedAt} > now() - make_interval(days => ${BOUNCES_WITHIN_DAYS}::int)`;

/** Returns the gift on the same proof as a letter's credit. */
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
  const returned = await returnUndelivered(tx, services, gift, reason, mayBounce);
  if (returned && returned.fromName !== '') await suppress(tx, gift.giverId, gift.email, reason);
};

/** After a permanent refusal by our mail server: not always because of the address, which is not suppressed. */
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

function returnUndelivered(
  tx: Transaction,
  services: Services,
  gift: GiftRow,
  reason: Said,
  where?: SQL,
): Promise<GiftRow | null> {
  const own = and(isNull(gifts.letterId), where);
  return returnOne(tx, services, gift, own, 'undelivered', ({ language, n, say, t }, name) => {
    const why = say(reason);
    const whom = why.includes(gift.email) ? name : `${name} (${gift.email})`;
    const back = n(
      gift.credits,
      'You gave {whom} a stamp, but our mail about it could not be delivered.',
      'You gave {whom} {n} stamps, but our mail about them could not be delivered.',
      { whom },
    );
    return {
      paragraphs: [
        joinSentences([back, why], language),
        n(gift.credits, 'It is yours again.', 'They are yours again.'),
      ],
      closing: t('Please check the address. Then you can give as much once more.'),
    };
  });
}
