import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { said } from '../../../shared/words.ts';
import { addReply } from '../../answers/receive-reply.ts';
import { replies } from '../../answers/schema.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { conflict, ProductError } from '../../core/errors.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { subjectOfAnswer } from '../../letters/deliver/letter-content.ts';
import { claimPagePhotos } from '../../letters/photos/data.ts';
import { conversations } from '../../letters/schema.ts';
import { refusesLetters } from '../../letters/stop-link.ts';
import { requireRecipient } from '../../letters/web-page.ts';
import { messageIdDomain } from '../../mail/out/addresses.ts';

const PROVIDER = 'Letter page';

/** Names an answer by its form and by what it holds, so that the same form sent twice is one answer. */
export function pageMessageId(
  { config }: Pick<Services, 'config'>,
  { form, text, photos }: { form: string; text: string; photos: string[] },
): string {
  const content = [form, text.trim(), ...photos].join('\n');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `<page.${hash}@${messageIdDomain(config)}>`;
}

export async function isAnswered(db: Executor, conversationId: string, messageId: string): Promise<boolean> {
  const known = and(eq(replies.conversationId, conversationId), eq(replies.messageId, messageId));
  return (await db.$count(replies, known)) > 0;
}

/** @throws 404 for another token than the recipient's, 409 where letters are refused, 410 closed, 422 photos gone, 429 */
export async function replyOnPage(
  tx: Transaction,
  services: Pick<Services, 'queue' | 'config' | 'addressHash'>,
  token: string,
  { text, photoIds, messageId }: { text: string; photoIds: string[]; messageId: string },
): Promise<void> {
  const { letter } = await requireRecipient(tx, token);
  if (await refusesLetters(tx, services.addressHash, token))
    throw conflict(
      'LETTERS_REFUSED',
      said('You asked for no more letters from this person, so no answer goes to them either.'),
    );
  const { conversationId } = letter;
  if (await isAnswered(tx, conversationId, messageId)) return;
  await enforce(tx, limit('answers on a page', letter.id));
  // Photos before the conversation: docs/decisions/0035.
  const claimed = await claimPagePhotos(tx, conversationId, photoIds);
  await tx.select().from(conversations).where(eq(conversations.id, conversationId)).for('update');
  // The letter may have gone on to another address meanwhile, or its page been closed.
  await requireRecipient(tx, token);
  if (await isAnswered(tx, conversationId, messageId)) return;
  if (!claimed) throw photosGone();
  const words = text.trim();
  await addReply(tx, services, {
    conversationId,
    side: 'recipient',
    fromEmail: letter.recipientEmail,
    subject: subjectOfAnswer(letter),
    body: words,
    fullText: words,
    emailProvider: PROVIDER,
    messageId,
    origin: 'page',
    photoIds,
  });
}

export const photosGone = () =>
  new ProductError(
    422,
    'PHOTOS_GONE',
    said(
      'Photos are kept for an hour until the answer is sent. Those that are not shown here are gone; please add them again.',
    ),
  );
