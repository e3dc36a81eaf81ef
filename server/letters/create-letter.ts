import { randomUUID } from 'node:crypto';
import { displayNameOf } from '../../shared/display-name.ts';
import type { CreateLetterBody } from '../../shared/letters.ts';
import { LETTER_COST_CREDITS } from '../../shared/limits.ts';
import { isImitation, senderName } from '../../shared/person-name.ts';
import type { Config } from '../config.ts';
import { conflict, insufficientCredits, letterLeft } from '../errors.ts';
import type { Person } from '../identity/sessions/person.ts';
import { lockOwnPhotos } from '../photos/data.ts';
import type { Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letterPhotos, letters } from '../platform/db/schema/letters.ts';
import type { Services } from '../platform/services.ts';
import { checkAddress } from '../recipients/suppressions.ts';
import { checkClaimedUser, requireUser, type UserRow } from '../users/data.ts';
import { hasDraftLeft, mailIdentity, mailToken } from './data.ts';

/**
 * The name that signs the letter. It may come from a provider, from an address, or from before a name was refused.
 * @throws 409 for one that may not sign letters
 */
function checkedName(user: UserRow, { PRODUCT_NAME }: Config): string {
  const name = displayNameOf(user);
  if (senderName.safeParse(name).success && !isImitation(name, PRODUCT_NAME)) return name;
  throw conflict(
    'NAME_REFUSED',
    `Letters can’t be signed ‘${name}’. Please enter your own name on your account page.`,
  );
}

/**
 * Stores a letter as `created`: not listed, not charged. Sending it is a step of its own.
 * @returns the letter's id
 * @throws 402 without a credit to send it with, 403 for somebody else's userId, 404 for a photo that is not the
 *   sender's own or a person without a product record, 409 for an address that is not to be written to, a name that may
 *   not sign letters, or a draft of which a letter has left
 */
export async function createLetter(
  tx: Transaction,
  { config, addressHash }: Pick<Services, 'config' | 'addressHash'>,
  person: Person,
  body: CreateLetterBody,
): Promise<number> {
  const user = await requireUser(tx, person);
  checkClaimedUser(body.userId, person, user);
  if (body.draft && (await hasDraftLeft(tx, user.id, body.draft))) throw letterLeft();
  await checkAddress(tx, addressHash, user, body.recipientEmail);
  if (user.credits < LETTER_COST_CREDITS) throw insufficientCredits();
  const photoIds = await lockOwnPhotos(tx, person.uid, body.photoUrls);

  const conversationId = randomUUID();
  await tx.insert(conversations).values({
    id: conversationId,
    userId: user.id,
    recipientEmail: body.recipientEmail,
    recipientToken: mailToken(),
    senderToken: mailToken(),
  });
  const [letter] = await tx
    .insert(letters)
    .values({
      userId: user.id,
      conversationId,
      recipientName: body.recipientName,
      greetingName: body.greetingName || null,
      recipientEmail: body.recipientEmail,
      senderName: checkedName(user, config),
      senderEmail: user.email,
      senderVerified: user.emailVerified,
      emailMessage: body.emailMessage,
      template: body.template,
      heading: body.heading ?? null,
      envelope: body.envelope ?? false,
      timeZone: user.timeZone,
      draftId: body.draft ?? null,
      ...mailIdentity(config),
    })
    .returning({ id: letters.id });
  if (!letter) throw new Error('The letter was not written.');
  await tx.insert(letterPhotos).values(
    photoIds.map((photoId, position) => ({
      letterId: letter.id,
      position,
      photoId,
      alt: body.photoAlts?.[position]?.trim() ?? '',
    })),
  );
  return letter.id;
}
