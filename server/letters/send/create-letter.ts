import { randomUUID } from 'node:crypto';
import type { Language } from '../../../shared/languages.ts';
import type { BatchRecipient } from '../../../shared/letter-batches.ts';
import type { CreateLetterBody, LetterContentBody } from '../../../shared/letters.ts';
import { creditsFor } from '../../../shared/postage.ts';
import type { Config } from '../../core/config.ts';
import type { Transaction } from '../../core/db/database.ts';
import { insufficientCredits, letterLeft } from '../../core/errors.ts';
import { enforce, limit, spenderOf } from '../../core/rate-limit.ts';
import { mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { languageIn } from '../../core/words.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { mailboxKey, recipientsByAddress, rememberLanguages } from '../../people/recipients/data.ts';
import { checkAddress } from '../../people/recipients/suppressions.ts';
import { checkClaimedUser, checkedName, requireUser, type UserRow } from '../../people/users/data.ts';
import { hasDraftLeft, type LetterRow, mailIdentity } from '../data.ts';
import { foldLetters } from '../folded.ts';
import { lockOwnPhotos } from '../photos/data.ts';
import { conversations, letterPhotos, letters } from '../schema.ts';

/**
 * The letter is not listed and not charged.
 * @throws 402 without a credit, 403 for somebody else's userId, 404 for a photo that is not the sender's own or a
 * person without a product record, 409 for a refused address or name, or a draft of which a letter has left, 429 for many letters within an hour
 */
export async function createLetter(
  tx: Transaction,
  { config, addressHash }: Services,
  person: Person,
  body: CreateLetterBody,
): Promise<number> {
  const user = await requireUser(tx, person);
  checkClaimedUser(body.userId, person, user);
  if (body.draft && (await hasDraftLeft(tx, user.id, body.draft))) throw letterLeft();
  await checkAddress(tx, addressHash, user, body.recipientEmail);
  if (user.credits < creditsFor(1, false)) throw insufficientCredits();
  await enforce(tx, limit('created letters', spenderOf(person)));
  const photoIds = await lockOwnPhotos(tx, person.uid, body.photoUrls);

  const { recipientName: name, greetingName, recipientEmail: email, language } = body;
  const [letter] = await insertLetters(tx, config, user, {
    content: body,
    photoIds,
    recipients: [{ name, greetingName, email, language }],
    batchId: null,
  });
  if (!letter) throw new Error('The letter was not written.');
  return letter.id;
}

interface NewLetters {
  content: LetterContentBody;
  /** of `content.photoUrls`, locked */
  photoIds: string[];
  recipients: BatchRecipient[];
  batchId: string | null;
}

export async function insertLetters(
  tx: Transaction,
  config: Config,
  user: UserRow,
  { content, photoIds, recipients, batchId }: NewLetters,
): Promise<LetterRow[]> {
  const signedBy = checkedName(user, config);
  const photoAlts = photoIds.map((_, position) => content.photoAlts?.[position]?.trim() ?? '');
  const emails = recipients.map(({ email }) => email);
  const book = await recipientsByAddress(tx, user.accountUid, emails);
  const addressed = recipients.map(({ name, greetingName, email, language }) => {
    const saved = book.get(mailboxKey(email));
    return {
      email,
      language,
      saved,
      conversationId: randomUUID(),
      recipientName: name,
      greetingName: (greetingName ?? saved?.greetingName) || null,
      senderName: signedBy,
      emailMessage: content.emailMessage,
      heading: content.heading ?? null,
    };
  });
  const folded = await foldLetters(addressed.map((letter) => ({ ...letter, alts: photoAlts })));
  await tx.insert(conversations).values(
    addressed.map(({ email, conversationId }) => ({
      id: conversationId,
      userId: user.id,
      recipientEmail: email,
      recipientToken: mailToken(),
      senderToken: mailToken(),
    })),
  );
  const written = await tx
    .insert(letters)
    .values(
      addressed.map(({ email, language, conversationId, saved, ...said }, position) => ({
        ...said,
        folded: folded[position],
        userId: user.id,
        conversationId,
        recipientEmail: email,
        senderEmail: user.email,
        senderVerified: user.emailVerified,
        template: content.template,
        envelope: content.envelope ?? false,
        timeZone: user.timeZone,
        language: chooseLetterLanguage(config, user, language, saved?.language),
        draftId: position === 0 ? (content.draft ?? null) : null,
        batchId,
        webToken: mailToken(),
        mailedToken: mailToken(),
        ...mailIdentity(config),
      })),
    )
    .returning();
  await tx.insert(letterPhotos).values(
    written.flatMap(({ id }) =>
      photoIds.map((photoId, position) => ({
        letterId: id,
        position,
        photoId,
        alt: photoAlts[position] ?? '',
      })),
    ),
  );
  await rememberLanguages(tx, user.accountUid, chooseLetterLanguage(config, user), written);
  return written;
}

/** @param given with the letter, then in the address book; else the sender's own */
const chooseLetterLanguage = (
  config: Config,
  sender: UserRow,
  ...given: (Language | null | undefined)[]
): Language => languageIn(config, ...given, sender.language, sender.browserLanguage);
