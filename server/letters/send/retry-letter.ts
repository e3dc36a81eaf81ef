import { eq, sql } from 'drizzle-orm';
import type { ArrivalBody } from '../../../shared/arrival.ts';
import { isIn, STATUS } from '../../../shared/letter-status.ts';
import { said } from '../../../shared/words.ts';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Transaction } from '../../core/db/database.ts';
import { conflict, noLetter } from '../../core/errors.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import { mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { giftableOf } from '../../money/gifts/data.ts';
import { cameBackWithStamp } from '../../money/gifts/return-gifts.ts';
import { encloseStamps } from '../../money/gifts/write-gifts.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { touchRecipients } from '../../people/recipients/data.ts';
import { lockUser, type UserRow } from '../../people/users/data.ts';
import { type LetterRow, lockLetter, mailIdentity } from '../data.ts';
import { conversations } from '../schema.ts';
import { keepStopLinks } from '../stop-link.ts';
import { NO_ARRIVAL_DAY } from '../wait/arrival.ts';
import { chargeLetters, nextCharge } from './charge-letter.ts';
import { checkAddresses, departureOf, isCounted, postLetters } from './send-letters.ts';

/**
 * Charges it anew, as a new mail; with another address the tokens and links that the first one may know are replaced.
 * @throws 400 for a time too near or too far, 402 without a credit, 404 for a letter not their own, 409 for
 * one that did not fail or a refused address, 429 for too many corrected addresses
 */
export async function retryLetter(
  tx: Transaction,
  services: Services,
  person: Person,
  letterId: number,
  asked: { recipientEmail?: string | undefined; arrival?: ArrivalBody | null | undefined },
): Promise<void> {
  const user = await lockUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw noLetter();
  const recipientEmail = asked.recipientEmail ?? letter.recipientEmail;
  const moved = recipientEmail.toLowerCase() !== letter.recipientEmail.toLowerCase();
  if (!isIn('retryable', letter.status)) {
    if (letter.status === STATUS.created)
      throw conflict('NOT_RETRYABLE', said('This letter has not been sent yet.'));
    if (moved)
      throw conflict(
        'NOT_RETRYABLE',
        said('This letter is on its way or has arrived; its address can no longer be changed.'),
      );
    return;
  }
  const { arrival, waiting } = await departureOf(tx, services, { person, user }, [letter], asked.arrival);
  const sender = { user, verified: person.emailVerified };
  // One that never left has not counted yet.
  const counted = (moved || letter.queuedAt === null) && (await isCounted(tx, services, user, waiting));
  await checkAddresses(tx, services, sender, [{ id: letterId, recipientEmail }], { counted });
  if (letter.queuedAt === null) await enforce(tx, limit('letters sent after all', user.id));
  if (moved) await enforce(tx, limit('corrected addresses', user.id));
  await chargeLetters(tx, [letter]);
  await encloseAgain(tx, services.addressHash, user, { ...letter, recipientEmail });
  await tx
    .update(conversations)
    .set({
      recipientId: null,
      corrections: sql`${conversations.corrections} + ${moved ? 1 : 0}::int`,
      ...(moved ? { recipientEmail, recipientToken: mailToken(), recipientMutedAt: null } : {}),
    })
    .where(eq(conversations.id, letter.conversationId));
  // The link in the first mail of an old letter is also its sender's.
  const renewed = moved || letter.mailedToken === null;
  if (renewed) await keepStopLinks(tx, services.addressHash, [letter], user.email);
  await postLetters(tx, services, user, [{ ...letter, arriveAt: null }], waiting, {
    ...mailIdentity(services.config),
    ...(arrival ?? NO_ARRIVAL_DAY),
    recipientEmail,
    charges: nextCharge(letter),
    webToken: moved || letter.webToken === null ? mailToken() : letter.webToken,
    mailedToken: renewed ? mailToken() : letter.mailedToken,
  });
  await touchRecipients(tx, person.uid, [recipientEmail], asked.arrival?.arriveZone);
}

/** A stamp that came back goes along again while a bought credit is left for it. */
async function encloseAgain(
  tx: Transaction,
  addressHash: AddressHash,
  user: UserRow,
  letter: LetterRow,
): Promise<void> {
  if (!(await cameBackWithStamp(tx, letter.id))) return;
  if ((await giftableOf(tx, user.id)).credits === 0) return;
  if (addressHash(letter.recipientEmail) === addressHash(user.email)) return;
  await encloseStamps(tx, addressHash, user, [letter]);
}
