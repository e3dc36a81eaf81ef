import { and, desc, eq, sql } from 'drizzle-orm';
import { dollars } from '../../../shared/credits.ts';
import type { Receipt } from '../../../shared/payments.ts';
import { joinSentences } from '../../../shared/words.ts';
import { writtenDay } from '../../../templates/parts/written-date.ts';
import type { Config } from '../../core/config.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';
import { wordsIn } from '../../core/words.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import { users } from '../../people/users/schema.ts';
import { packageInWords } from '../credits/offers.ts';
import { ledgerEntries } from '../credits/schema.ts';
import type { CheckoutRow } from './data.ts';
import { checkouts } from './schema.ts';

/** A person's receipts, the newest first. @param checkoutId for the receipt of one checkout */
export async function listReceipts(
  db: Executor,
  { PRODUCT_NAME: seller }: Config,
  uid: string,
  checkoutId?: string,
): Promise<Receipt[]> {
  const one = checkoutId ? eq(checkouts.id, checkoutId) : undefined;
  const rows = await db
    .select({ checkout: checkouts, user: users, entryId: ledgerEntries.id })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.userId))
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.kind, 'purchase'), eq(ledgerEntries.reference, sql`${checkouts.id}::text`)),
    )
    .where(and(eq(users.accountUid, uid), one))
    .orderBy(desc(checkouts.createdAt));
  return rows.map(({ checkout, user, entryId }) => ({
    id: checkout.id,
    // The id of its ledger entry: unique and never reused.
    number: String(entryId).padStart(6, '0'),
    seller,
    buyer: { name: user.displayName, email: user.email },
    paidAt: (checkout.paidAt ?? checkout.createdAt).toISOString(),
    packageName: checkout.packageName,
    credits: checkout.credits,
    currency: checkout.currency,
    listPrice: checkout.listPrice,
    discount: checkout.couponCode
      ? { code: checkout.couponCode, amount: checkout.listPrice - checkout.amount }
      : null,
    amount: checkout.amount,
    refunded: checkout.withdrawn,
    creditsTakenBack: checkout.takenBack,
    paymentId: checkout.paymentId,
    test: !checkout.livemode && checkout.amount > 0,
  }));
}

export type ReceiptNeeds = Pick<Services, 'config'> & { queue: Pick<Services['queue'], 'enqueue'> };

/** To a confirmed address, in the transaction that grants the purchase: exactly once. */
export async function mailReceipt(
  tx: Transaction,
  { config, queue }: ReceiptNeeds,
  { id, userId, language }: CheckoutRow,
): Promise<void> {
  const [buyer] = await tx.select().from(users).where(eq(users.id, userId));
  if (!buyer?.emailVerified) return;
  const [receipt] = await listReceipts(tx, config, buyer.accountUid, id);
  if (!receipt) return;
  const words = wordsIn(config, language ?? buyer.language, buyer.browserLanguage);
  const { t, n } = words;
  const price = (cents: number) => dollars(cents, words.language);
  const { number, credits, discount, currency } = receipt;
  const mail = plainMail(config, words, {
    to: buyer.email,
    name: buyer.displayName,
    subject: t('Your receipt {number}', { number }),
    paragraphs: [
      n(
        credits,
        'Thank you. 1 letter is ready to be written.',
        'Thank you. {n} letters are ready to be written.',
      ),
      ...(receipt.test ? [t('Test, no money moved')] : []),
    ],
    rows: [
      [t('Number'), number],
      [t('Date'), writtenDay({ words, writtenOn: new Date(receipt.paidAt), timeZone: buyer.timeZone })],
      [packageInWords(receipt.packageName, words), price(receipt.listPrice)],
      ...(discount
        ? [[t('Coupon {code}', { code: discount.code }), `−${price(discount.amount)}`] as [string, string]]
        : []),
      [t('Paid, {currency}', { currency: currency.toUpperCase() }), price(receipt.amount)],
    ],
    link: { address: `${config.publicUrl}/receipts/${id}`, label: t('Open the receipt') },
    closing: joinSentences(
      [n(buyer.credits, 'You have 1 credit.', 'You have {n} credits.'), t('Credits never expire.')],
      words.language,
    ),
  });
  await queue.enqueue(tx, 'send-mail', mail);
}
