import { eq, sql } from 'drizzle-orm';
import { discardSentDraft } from '../drafts/discard-draft.ts';
import { notFound } from '../errors.ts';
import { announceLetter } from '../events/announce.ts';
import type { Person } from '../identity/sessions/person.ts';
import type { Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { touchRecipient } from '../recipients/data.ts';
import { checkAddress } from '../recipients/suppressions.ts';
import { lockUser } from '../users/data.ts';
import { chargeLetter } from './charge-letter.ts';
import { lockLetter, mailToken } from './data.ts';
import {
  checkSenderLimits,
  countForAddress,
  countForNetwork,
  type SendLimitServices,
} from './send-limits.ts';

/**
 * Charges one credit and queues the letter, in the caller's transaction: both happen or neither does. A letter
 * that is already on its way is left as it is, so sending twice, from two tabs or after a lost answer, charges
 * once and mails once.
 * @throws 402 without a credit, 404 for a letter that is not the person's own, 409 for an address that is not to
 *   be written to, 429 at a limit
 * @param ip where the person sends it from
 */
export async function queueLetter(
  tx: Transaction,
  services: SendLimitServices & { queue: Queue },
  { person, ip }: { person: Person; ip: string },
  letterId: number,
): Promise<void> {
  const user = await lockUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw notFound('That letter');
  if (letter.status !== 'created') return;
  await checkAddress(tx, user.id, letter.recipientEmail);
  const sender = { user, verified: person.emailVerified };
  await checkSenderLimits(tx, services.config, sender);
  await countForAddress(tx, services, { ...sender, letterId, recipientEmail: letter.recipientEmail });
  await countForNetwork(tx, services.config, user, ip);
  const charges = await chargeLetter(tx, letter, false);
  await tx
    .update(letters)
    .set({
      status: 'queued',
      queuedAt: sql`now()`,
      nextAttemptAt: sql`now()`,
      charges,
      webToken: mailToken(),
    })
    .where(eq(letters.id, letter.id));
  await tx
    .update(conversations)
    .set({ lastMessageAt: sql`now()` })
    .where(eq(conversations.id, letter.conversationId));
  await touchRecipient(tx, person.uid, letter.recipientEmail);
  await discardSentDraft(tx, person.uid, letter.id);
  await services.queue.enqueue(tx, 'send-letter', { letterId: letter.id });
  await announceLetter(tx, letter.id);
}
