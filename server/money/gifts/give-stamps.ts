import type { GiveStampsBody } from '../../../shared/gifts.ts';
import { said } from '../../../shared/words.ts';
import { arrivalOf } from '../../core/arrival-time.ts';
import type { Transaction } from '../../core/db/database.ts';
import { conflict } from '../../core/errors.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { checkAddress } from '../../people/recipients/suppressions.ts';
import { checkedName, lockUser } from '../../people/users/data.ts';
import { findPause } from '../../people/users/sender-pauses.ts';
import { mailGift } from './gift-mail.ts';
import { writeGifts } from './write-gifts.ts';

/**
 * @throws 400 for a time too near or too far; 409 while the giver is unconfirmed or paused, for their own or a
 * refused address, or beyond what they may give; 429 at a limit
 */
export async function giveStamps(tx: Transaction, services: Services, person: Person, body: GiveStampsBody) {
  const { config, addressHash } = services;
  const giver = await lockUser(tx, person);
  if (!giver.emailVerified || !person.emailVerified)
    throw conflict(
      'ADDRESS_NOT_CONFIRMED',
      said('Please confirm your e-mail address first, by the link we mailed you. Then you can give stamps.'),
    );
  if (await findPause(tx, addressHash, giver))
    throw conflict(
      'SENDER_PAUSED',
      said('Your letters are on hold until we have had a look. Until then no stamps can be given.'),
    );
  const { credits, recipientName, recipientEmail: email, note, arriveLocal, arriveZone } = body;
  const arrival = arriveLocal && arriveZone ? arrivalOf({ arriveLocal, arriveZone }) : null;
  await checkAddress(tx, addressHash, giver, email);
  await enforce(tx, limit('gifts', giver.id));
  await enforce(tx, limit('given credits', giver.id), credits);
  const fromName = checkedName(giver, config);
  const [gift] = await writeGifts(
    tx,
    addressHash,
    giver,
    [{ credits, email, recipientName, fromName, note: note || null }],
    arrival?.arriveAt ?? null,
  );
  if (gift && gift.claimableAt.getTime() <= gift.createdAt.getTime())
    await mailGift(tx, services, giver, gift);
}
