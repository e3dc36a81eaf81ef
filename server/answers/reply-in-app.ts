import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { newReplyBody } from '../../shared/conversations.ts';
import { isIn } from '../../shared/letter-status.ts';
import { said } from '../../shared/words.ts';
import type { Transaction } from '../core/db/database.ts';
import { conflict } from '../core/errors.ts';
import { enforce, limit } from '../core/rate-limit.ts';
import type { Services } from '../core/services.ts';
import { subjectOfAnswer } from '../letters/deliver/letter-content.ts';
import { lockOwnPhotos } from '../letters/photos/data.ts';
import { conversations, letters } from '../letters/schema.ts';
import { newMessageId } from '../mail/out/addresses.ts';
import { countForProgram } from '../people/identity/access-tokens/admit-program.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { requireRole } from './data.ts';
import { addReply } from './receive-reply.ts';

/**
 * It is free, for the letter's sender and a recipient with a verified address. @returns the reply's id
 * @throws 404 for another's conversation or photo, 409 while the letter has not left, 429 at a limit
 */
export async function replyInApp(
  tx: Transaction,
  services: Services,
  person: Person,
  conversationId: string,
  { body, photoUrls }: z.infer<typeof newReplyBody>,
): Promise<number> {
  const role = await requireRole(tx, person, conversationId);
  await enforce(tx, limit(person.emailVerified ? 'answer' : 'answer unconfirmed', person.uid));
  await countForProgram(tx, person);
  // Photos before the conversation: docs/decisions/0035.
  const photoIds = await lockOwnPhotos(tx, person.uid, photoUrls);
  const [found] = await tx
    .select({ letter: letters })
    .from(letters)
    .innerJoin(conversations, eq(conversations.id, letters.conversationId))
    .where(eq(conversations.id, conversationId))
    .for('update', { of: conversations });
  if (!found || !isIn('seenByRecipient', found.letter.status)) {
    throw conflict(
      'NOT_SENT_YET',
      said('This letter has not left yet. You can add to it once it is on its way.'),
    );
  }
  const { letter } = found;
  const id = await addReply(tx, services, {
    conversationId,
    side: role,
    // Not the address that a recipient has now, which only they may reveal.
    fromEmail: role === 'recipient' ? letter.recipientEmail : person.email,
    subject: subjectOfAnswer(letter),
    body,
    fullText: body,
    emailProvider: services.config.PRODUCT_NAME,
    messageId: newMessageId(services.config),
    origin: 'app',
    photoIds,
  });
  if (id === null) throw new Error('The answer was not written.');
  return id;
}
