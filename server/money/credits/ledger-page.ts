import { sql } from 'drizzle-orm';
import { dollars, type LedgerEntry } from '../../../shared/credits.ts';
import { type Marked, msg, type Words } from '../../../shared/words.ts';
import type { Executor } from '../../core/db/database.ts';
import type { LetterReturn } from '../../letters/schema.ts';
import type { GiftReturn } from '../gifts/schema.ts';
import { packageInWords } from './offers.ts';

interface EntryRow extends Record<string, unknown> {
  id: string;
  createdAt: string;
  delta: number;
  balance: number;
  kind: string;
  reference: string;
  letterId: string | null;
  recipientName: string | null;
  letterReturnedFor: LetterReturn | null;
  checkoutId: string | null;
  packageName: string | null;
  amount: number | null;
  couponCode: string | null;
  test: boolean | null;
  giftTo: string | null;
  giftFrom: string | null;
  giftReturnedFor: GiftReturn | null;
}

/** Balances are computed backwards from the present one, so each page costs the same. */
export async function listEntries(
  db: Executor,
  userId: number,
  words: Words,
  page: { cursor?: number | undefined; limit: number },
): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }> {
  // A subquery: with a plain value the planner scans everybody's entries for a person who has many.
  const ofUser = sql`(select ${userId}::bigint)`;
  const { rows } = await db.execute<EntryRow>(sql`
    with newer as (
      select coalesce(sum(delta), 0) as total from ledger_entries
      where user_id = ${ofUser} and id >= ${page.cursor ?? null}::bigint
    ), page as (
      select id, created_at, delta, kind, reference from ledger_entries
      where user_id = ${ofUser} and (${page.cursor ?? null}::bigint is null or id < ${page.cursor ?? null}::bigint)
      order by id desc limit ${page.limit + 1}
    ), balanced as (
      select page.*, ((select credits from users where id = ${userId}) - (select total from newer)
        - coalesce(sum(delta) over (order by id desc rows between unbounded preceding and 1 preceding), 0))::int as balance
      from page
    )
    select e.id, e.delta, e.balance, e.kind, e.reference,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      l.id as "letterId", coalesce(l.recipient_name, r.recipient_name) as "recipientName", r.cause as "letterReturnedFor",
      c.id as "checkoutId", c.package_name as "packageName", c.amount, c.coupon_code as "couponCode",
      c.provider = 'sandbox' or (c.provider = 'stripe' and not c.livemode) as test,
      g.recipient_name as "giftTo", g.from_name as "giftFrom", g.returned_for as "giftReturnedFor"
    from balanced e
    left join letters l on l.id = case when e.kind in ('letter', 'letter-returned') then split_part(e.reference, ':', 1)::bigint end
    left join letter_returns r on r.reference = e.reference and e.kind in ('letter', 'letter-returned')
    left join checkouts c on c.id = case when e.kind in ('purchase', 'refund')
      then split_part(e.reference, ':', 1)::uuid end
    left join gifts g on g.id = case when e.kind in ('gift-given', 'gift-claimed', 'gift-returned') then e.reference::uuid end
    order by e.id desc`);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => present(row, words)),
    nextCursor: rows.length > page.limit && last ? last.id : null,
  };
}

function present(row: EntryRow, words: Words): LedgerEntry {
  return {
    id: Number(row.id),
    createdAt: row.createdAt,
    delta: row.delta,
    balance: row.balance,
    kind: row.kind,
    ...explain(row, words),
    letterId: row.letterId === null ? null : Number(row.letterId),
    receiptId: row.checkoutId,
  };
}

function explain(row: EntryRow, words: Words): { title: string; detail: string | null } {
  const { t, n } = words;
  const { recipientName: name, giftTo: to, giftFrom: from } = row;
  const stamps = Math.abs(row.delta);
  const sold = row.packageName === null ? null : packageInWords(row.packageName, words);
  switch (row.kind) {
    case 'purchase':
      return {
        title: sold === null ? t('Bought credits') : t('Bought {package}', { package: sold }),
        detail: paymentDetail(row, words),
      };
    case 'coupon':
      return {
        title: t('Coupon {code}', { code: row.reference.split(':')[0] ?? '' }),
        detail: t('Free credits'),
      };
    case 'letter':
      return { title: name ? t('Letter to {name}', { name }) : t('Letter to somebody'), detail: null };
    case 'letter-returned':
      return {
        title: name ? t('Given back: letter to {name}', { name }) : t('Given back: letter to somebody'),
        detail: sentenceOf(LETTER_RETURNS, row.letterReturnedFor, words),
      };
    case 'grant':
      return { title: t('Given to you'), detail: reasonIn(row.reference) };
    case 'take-back':
      return { title: t('Taken back'), detail: reasonIn(row.reference) };
    case 'refund':
      return {
        title: row.delta < 0 ? t('Taken back: payment returned') : t('Given back: payment stands after all'),
        detail: sold,
      };
    case 'gift-given':
      return {
        title: to
          ? n(stamps, 'Stamp for {to}', 'Stamps for {to}', { to })
          : n(stamps, 'Stamp for somebody', 'Stamps for somebody'),
        detail: null,
      };
    case 'gift-claimed':
      return {
        title: from
          ? n(stamps, 'Stamp from {from}', 'Stamps from {from}', { from })
          : n(stamps, 'Stamp from somebody', 'Stamps from somebody'),
        detail: t('For your own letters'),
      };
    case 'gift-returned':
      return {
        title: to
          ? n(stamps, 'Given back: stamp for {to}', 'Given back: stamps for {to}', { to })
          : n(stamps, 'Given back: stamp for somebody', 'Given back: stamps for somebody'),
        detail: sentenceOf(GIFT_RETURNS, row.giftReturnedFor, words),
      };
    default:
      return { title: row.kind, detail: null };
  }
}

const LETTER_RETURNS = {
  'taken back': msg('You took it back before it left.'),
  undelivered: msg('It could not be delivered, so it costs nothing.'),
  'not sent': msg('It did not leave, so it costs nothing.'),
} satisfies Record<LetterReturn, string>;

const GIFT_RETURNS = {
  'taken back': msg('You took it back.'),
  // Translators: the stamp
  letter: msg('It came back with its letter.'),
  payment: msg('The payment was returned.'),
  'a year': msg('Nobody took it within a year.'),
  undelivered: msg('Our mail about it could not be delivered.'),
  refused: msg('It could not be given to this address.'),
  account: null,
} satisfies Record<GiftReturn, string | null>;

function sentenceOf(sentences: Record<string, (string & Marked) | null>, why: string | null, { t }: Words) {
  const sentence = why === null ? null : sentences[why];
  return sentence ? t(sentence) : null;
}

function paymentDetail({ amount, couponCode: code, test }: EntryRow, { t, language }: Words): string {
  const price = dollars(amount ?? 0, language);
  const paid = code
    ? amount
      ? t('Paid {price} with {code}', { price, code })
      : t('Nothing to pay with {code}', { code })
    : amount
      ? t('Paid {price}', { price })
      : t('Nothing to pay');
  return test ? t('{paid} (test, no money moved)', { paid }) : paid;
}

const reasonIn = (reference: string): string | null => reference.slice(reference.indexOf(':') + 1) || null;
