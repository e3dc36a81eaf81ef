import { randomUUID } from 'node:crypto';
import { and, eq, inArray, min } from 'drizzle-orm';
import type { z } from 'zod';
import { type DraftRevision, draftContent } from '../../../shared/drafts.ts';
import { STATUS } from '../../../shared/letter-status.ts';
import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { conflict, noLetter } from '../../core/errors.ts';
import { announceLetter } from '../../core/events/announce.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { cameBackWithStamp } from '../../money/gifts/return-gifts.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { lockUser } from '../../people/users/data.ts';
import { findLetter, type LetterRow, lockLetters } from '../data.ts';
import { photosOf } from '../deliver/letter-content.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { hasReply } from '../has-reply.ts';
import { lockOwnPhotos, lockSources } from '../photos/data.ts';
import { imageOf } from '../photos/file-names.ts';
import { conversations, letters } from '../schema.ts';

/**
 * Makes one draft of a letter and of the others of its batch that did not leave either. Each old letter is deleted,
 * unless its recipient may know it.
 * @throws 404 for a letter that is not the person's own, 409 for one that is not unsent, or while there is another
 * draft
 */
export async function returnToDraft(
  tx: Transaction,
  { config }: Services,
  person: Person,
  letterId: number,
): Promise<DraftRevision> {
  const found = await findLetter({ db: tx, config, words: wordsFor('en') }, person.uid, letterId);
  if (!found) throw noLetter();
  // In the order of docs/decisions/0035.
  await lockOwnPhotos(tx, person.uid, found.photoUrls);
  const sources = await lockSources(tx, person.uid, found.photoUrls);
  const user = await lockUser(tx, person);
  const inBatch = found.batch
    ? and(eq(letters.batchId, found.batch.id), eq(letters.status, STATUS.unsent))
    : eq(letters.id, letterId);
  const own = and(eq(letters.userId, user.id), inBatch);
  const theirs = inArray(
    conversations.id,
    tx.select({ id: letters.conversationId }).from(letters).where(own),
  );
  const { id } = conversations;
  await tx.select({ id }).from(conversations).where(theirs).orderBy(id).for('update');
  const unsent = await lockLetters(tx, user.id, inBatch);
  const letter = unsent.find(({ id }) => id === letterId);
  if (letter?.status !== STATUS.unsent)
    throw conflict('NOT_UNSENT', said('Only a letter that did not leave can be taken up again.'));
  const pages = await photosOf(tx, letter, wordsFor(letter.language));
  const content = draftContent.parse({
    letter: randomUUID(),
    step: 'preview',
    photos: pages.map(({ id, originalName, width, height, words }) => ({
      id,
      originalName,
      ...imageOf(id, { width, height }),
      alt: words,
      ...editOf(sources.find((made) => made.id === id)),
    })),
    recipient: recipientOf(letter),
    others: unsent.filter((other) => other !== letter).map(recipientOf),
    template: letter.template,
    message: letter.emailMessage,
    heading: letter.heading,
    envelope: letter.envelope,
    stamp: await cameBackWithStamp(tx, letter.id),
    intent: null,
  } satisfies z.input<typeof draftContent>);
  const outcome = await saveDraft(tx, person.uid, { base: null, content });
  if (!('saved' in outcome))
    throw conflict('DESK_TAKEN', said('Another letter is on your desk. Send it or discard it first.'));
  // The first letter has the draft's id. It is deleted last and passes that id on to a letter that stays.
  for (const old of unsent.toReversed()) {
    const neverLeft = old.attempts === 0 && old.queuedAt === null;
    if (!neverLeft || (await hasReply(tx, old.conversationId))) continue;
    // Before the deletion, since the announcement finds the owner by the letter.
    await announceLetter(tx, old.id);
    await tx.delete(letters).where(eq(letters.id, old.id));
    await tx.delete(conversations).where(eq(conversations.id, old.conversationId));
    await passDraftOn(tx, old);
  }
  return outcome.saved;
}

const recipientOf = (letter: LetterRow) => ({
  name: letter.recipientName,
  email: letter.recipientEmail,
  greetingName: letter.greetingName ?? '',
  language: letter.language,
  recentId: null,
});

const editOf = (made: Awaited<ReturnType<typeof lockSources>>[number] | undefined) =>
  made && { original: imageOf(made.sourceId, made), edit: made.edit };

async function passDraftOn(tx: Transaction, { draftId, batchId }: LetterRow): Promise<void> {
  if (draftId === null || batchId === null) return;
  const [next] = await tx
    .select({ id: min(letters.id) })
    .from(letters)
    .where(eq(letters.batchId, batchId));
  if (next?.id) await tx.update(letters).set({ draftId }).where(eq(letters.id, next.id));
}
