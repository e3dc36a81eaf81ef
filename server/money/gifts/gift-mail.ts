import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { cleanSenderName } from '../../../shared/person-name.ts';
import type { Words } from '../../../shared/words.ts';
import { senderDisplayName } from '../../../templates/parts/names.ts';
import type { Transaction } from '../../core/db/database.ts';
import { eachInTurn } from '../../core/each-in-turn.ts';
import { ProductError } from '../../core/errors.ts';
import { count, limit } from '../../core/rate-limit.ts';
import { hashToken, mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { languageIn, wordsFor } from '../../core/words.ts';
import { messageIdDomain } from '../../mail/out/addresses.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import { isStanding } from '../../people/identity/accounts/data.ts';
import { writeStopLinks } from '../../people/recipients/blocks.ts';
import { checkAddress } from '../../people/recipients/suppressions.ts';
import type { UserRow } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { findPause } from '../../people/users/sender-pauses.ts';
import { claimUrl } from './data.ts';
import { returnGifts } from './return-gifts.ts';
import { gifts } from './schema.ts';
import type { GiftRow } from './write-gifts.ts';

const POSTPONED_HOURS = 6;
const BATCH = 200;

/**
 * Mails the recipient. Over a limit of today the gift waits, since a refusal would tell of other givers; for a proved
 * account it can be claimed without a mail, so that no giver delays what others gave.
 * @throws 409 for an address that is not to be written to
 */
export async function mailGift(tx: Transaction, services: Services, giver: UserRow, gift: GiftRow) {
  const { config, queue, addressHash } = services;
  await checkAddress(tx, addressHash, giver, gift.email);
  const mailbox = addressHash(gift.email);
  const known = and(eq(sql`lower(${users.email})`, gift.email), users.emailVerified);
  const [account] = await tx.select().from(users).where(known).limit(1);
  // The giver's limit first, so that gifts that wait because of it don't use up the mailbox's.
  for (const daily of [
    limit('gift mails of a giver', `${giver.id}:${mailbox}`),
    limit('gift mails', mailbox),
  ])
    if ((await count(tx, daily)).count > daily.most) return account ? markTold(tx, gift) : postpone(tx, gift);
  const reader = account ?? giver;
  const language = languageIn(config, reader.language, reader.browserLanguage);
  const token = mailToken();
  const senderHashes = [addressHash(giver.email)];
  const tokenHash = hashToken(token);
  await writeStopLinks(tx, [
    { tokenHash, recipientHash: mailbox, senderHashes, mayAllow: true, language, giftId: gift.id },
  ]);
  await queue.enqueue(tx, 'send-mail', composeGift(config, wordsFor(language), gift, token));
  await markTold(tx, gift);
}

async function markTold(tx: Transaction, { id }: GiftRow): Promise<void> {
  await tx.update(gifts).set({ mailedAt: sql`now()` }).where(eq(gifts.id, id));
}

/** @param words of the reader, where the address is an account's; else of the giver */
function composeGift(config: Services['config'], words: Words, gift: GiftRow, stopToken: string) {
  const { n, t } = words;
  const from = senderDisplayName({ senderName: cleanSenderName(gift.fromName), words });
  const mail = plainMail(config, words, {
    to: gift.email,
    subject: n(gift.credits, '{from} gave you a stamp', '{from} gave you {n} stamps', { from }),
    paragraphs: [
      n(
        gift.credits,
        '{from} gave you a stamp for a letter by hand: write it on paper and photograph it, and it goes by e-mail, with its photos.',
        '{from} gave you {n} stamps for letters by hand: write them on paper and photograph them, and they go by e-mail, with their photos.',
        { from },
      ),
      ...(gift.note ? [t('{from} writes:', { from }), { quoted: gift.note }] : []),
      n(
        gift.credits,
        'Sign up or sign in with the address that this mail came to. The stamp is yours as soon as the address is confirmed.',
        'Sign up or sign in with the address that this mail came to. The stamps are yours as soon as the address is confirmed.',
      ),
    ],
    link: {
      address: claimUrl(config),
      label: n(gift.credits, 'Take the stamp', 'Take the stamps'),
    },
    closing: n(
      gift.credits,
      'It waits for you for a year. After that it goes back to {from}.',
      'They wait for you for a year. After that they go back to {from}.',
      { from },
    ),
    stop: { address: `${config.publicUrl}/l/${stopToken}/stop`, label: t('No more from this person') },
  });
  return { ...mail, messageId: giftMessageId(config, gift.id), bounceToken: stopToken };
}

export const giftMessageId = (config: Services['config'], giftId: string): string =>
  `<${giftId}@${messageIdDomain(config)}>`;

export async function mailDueGifts(services: Services): Promise<void> {
  const due = and(
    eq(gifts.status, 'waiting'),
    isNull(gifts.letterId),
    isNull(gifts.mailedAt),
    lte(gifts.claimableAt, sql`now()`),
  );
  const found = await services.db
    .select({ id: gifts.id, giverId: gifts.giverId })
    .from(gifts)
    .where(due)
    .orderBy(gifts.claimableAt)
    .limit(BATCH);
  await eachInTurn(found, ({ id, giverId }) =>
    services.db.transaction(async (tx) => {
      const [giver] = await tx.select().from(users).where(eq(users.id, giverId)).for('update');
      const [gift] = await tx
        .select()
        .from(gifts)
        .where(and(eq(gifts.id, id), due))
        .for('update');
      if (giver && gift) await mailOrReturn(tx, services, giver, gift);
    }),
  );
}

async function mailOrReturn(tx: Transaction, services: Services, giver: UserRow, gift: GiftRow) {
  const paused = (await findPause(tx, services.addressHash, giver)) !== null;
  if (paused || !giver.emailVerified || !(await isStanding(tx, giver.accountUid))) return postpone(tx, gift);
  try {
    await tx.transaction((inner) => mailGift(inner, services, giver, gift));
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    await returnGifts(tx, giver.id, eq(gifts.id, gift.id), 'refused');
  }
}

async function postpone(tx: Transaction, { id }: GiftRow): Promise<void> {
  await tx
    .update(gifts)
    .set({ claimableAt: sql`now() + make_interval(hours => ${POSTPONED_HOURS}::int)` })
    .where(eq(gifts.id, id));
}

/** Lets gifts whose mails were dropped be mailed again. @param dropped `created_on` and `email` of those mails */
export const tellAnew = (dropped: SQL): SQL => sql`
  update gifts set mailed_at = null from ${dropped} as dropped
  where gifts.mailed_at = dropped.created_on::timestamptz(3) and gifts.email = dropped.email
    and gifts.status = 'waiting' and gifts.letter_id is null and gifts.from_name <> ''`;
