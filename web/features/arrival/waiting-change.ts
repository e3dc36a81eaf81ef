import type { Arrival } from '../../../shared/arrival.ts';
import { type Letter, letter as letterSchema } from '../../../shared/letters.ts';
import { write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { arrivalInWords } from './arrival-words.ts';
import { waitingToast } from './waiting-toast.ts';

/** What can be done with a letter that waits for its day. */
export type WaitingChange = { to: Arrival } | 'now' | 'back';

/**
 * Asks the server for changes of a letter. One that is asked again after a failure carries the same idempotency key: a
 * lost answer may be that of a change that was made.
 */
export function waitingChanges(id: number): (change: WaitingChange) => Promise<Letter> {
  let asked = { content: '', idempotencyKey: '' };
  return async (change) => {
    const content = JSON.stringify(change);
    if (asked.content !== content) asked = { content, idempotencyKey: newIdempotencyKey() };
    const path = `/api/letters/${id}/arrival`;
    const arrival =
      typeof change === 'string' ? null : { arriveLocal: change.to.local, arriveZone: change.to.zone };
    const changed = await (change === 'back'
      ? write('DELETE', path, undefined, letterSchema, asked)
      : write('PUT', path, { arrival }, letterSchema, asked));
    asked = { content: '', idempotencyKey: '' };
    return changed;
  };
}

/** What the person is told of a change. @param letter as it is now: sent now, it may wait for something else */
export function changedToast(
  change: WaitingChange,
  { status, recipientEmail }: Pick<Letter, 'status' | 'recipientEmail'>,
): { title: string; description: string } {
  if (change === 'back')
    return { title: 'You took the letter back', description: 'Its credit is yours again' };
  if (change !== 'now') return { title: 'Your letter waits', description: arrivalInWords(change.to) };
  return waitingToast(status) ?? { title: 'Your letter is on its way', description: recipientEmail };
}
