import { randomUUID } from 'node:crypto';
import type { SendBatchBody } from '../../../shared/letter-batches.ts';
import type { Transaction } from '../../core/db/database.ts';
import { letterLeft } from '../../core/errors.ts';
import { checkClaimedUser, lockUser } from '../../people/users/data.ts';
import { hasDraftLeft } from '../data.ts';
import { lockOwnPhotos } from '../photos/data.ts';
import { insertLetters } from './create-letter.ts';
import { type Sending, type SendServices, sendLetters } from './send-letters.ts';

/**
 * Writes one letter to several people, each of whom gets a letter, a conversation and a mail of their own, and sends all
 * of them. What fails afterwards fails alone.
 * @returns what they are found by: of one letter alone its number, as it belongs to no batch
 * @throws 403 for somebody else's userId, 404 for a photo that is not the sender's own, 409 for a draft of which a letter
 *   has left, and as `sendLetters`
 */
export async function sendBatch(
  tx: Transaction,
  services: SendServices,
  sending: Sending,
  body: SendBatchBody,
): Promise<{ batchId: string | null; letterId: number }> {
  const { person } = sending;
  const { recipients, stamp, arriveLocal, arriveZone } = body;
  const photoIds = await lockOwnPhotos(tx, person.uid, body.photoUrls);
  const user = await lockUser(tx, person);
  checkClaimedUser(body.userId, person, user);
  if (body.draft && (await hasDraftLeft(tx, user.id, body.draft))) throw letterLeft();
  const batchId = recipients.length > 1 ? randomUUID() : null;
  const letters = { content: body, photoIds, recipients, batchId };
  const created = await insertLetters(tx, services.config, user, letters);
  const arrival = arriveLocal && arriveZone ? { arriveLocal, arriveZone } : null;
  await sendLetters(tx, services, { ...sending, user }, created, { arrival, stamp });
  return { batchId, letterId: created[0]?.id ?? 0 };
}
