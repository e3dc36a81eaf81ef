import type { Arrival } from '../../../shared/arrival.ts';
import type { DraftRevision } from '../../../shared/drafts.ts';
import { type Letter, letter as letterSchema } from '../../../shared/letters.ts';
import { joinSentences } from '../../../shared/words.ts';
import { ApiFailure, write } from '../../lib/api.ts';
import { callKeys } from '../../lib/idempotency-key.ts';
import { language, t } from '../../lib/words.tsx';
import { arrivalInWords } from './arrival-words.ts';
import { putOnDesk } from './put-on-desk.ts';
import { waitingToast } from './waiting-toast.ts';

export type WaitingChange = { to: Arrival } | 'now' | 'back';

/** `draft`: made from letters that were taken back; null if it could not be made, and for other changes. */
export interface Changed {
  letter: Letter;
  draft: DraftRevision | null;
}

/**
 * Changes letters one after the other; those of a batch that are taken back become one draft. A retry carries the same
 * idempotency keys: the change may have been made although its answer was lost.
 */
export function waitingChanges() {
  const keys = callKeys();
  return async ([last, ...earlier]: [number, ...number[]], change: WaitingChange): Promise<Changed> => {
    const key = keys.keyFor(change);
    const arrival =
      typeof change === 'string' ? null : { arriveLocal: change.to.local, arriveZone: change.to.zone };
    const request = (id: number) => {
      const path = `/api/letters/${id}/arrival`;
      const idempotencyKey = `${key}:${id}`;
      return change === 'back'
        ? write('DELETE', path, undefined, letterSchema, { idempotencyKey })
        : write('PUT', path, { arrival }, letterSchema, { idempotencyKey });
    };
    for (const id of earlier) await request(id);
    const letter = await request(last);
    const draft = change === 'back' ? await draftOf(last, `${key}:desk`) : null;
    keys.answered();
    return { letter, draft };
  };
}

/** A failure is not thrown, since the letter was taken back all the same; it stays in My Letters until there is a draft. */
async function draftOf(id: number, idempotencyKey: string): Promise<DraftRevision | null> {
  try {
    return await putOnDesk(id, idempotencyKey);
  } catch (cause) {
    if (!(cause instanceof ApiFailure && cause.code === 'DESK_TAKEN'))
      console.warn('The letter was not put on the desk', cause);
    return null;
  }
}

/** A letter that is sent now may still wait, for another reason. */
export function changedToast(
  change: WaitingChange,
  { status, recipientEmail }: Pick<Letter, 'status' | 'recipientEmail'>,
  draft: DraftRevision | null,
  several = false,
): { title: string; description: string } {
  if (change === 'back')
    return {
      title: several ? t('You took the letters back') : t('You took the letter back'),
      description: joinSentences(
        [
          several ? t('Their credits are yours again.') : t('Its credit is yours again.'),
          draft ? t('The letter lies on your desk.') : several ? null : t('It stays in My Letters.'),
        ],
        language(),
      ),
    };
  if (change !== 'now')
    return {
      title: several ? t('Your letters wait') : t('Your letter waits'),
      description: arrivalInWords(change.to),
    };
  return waitingToast(status) ?? { title: t('Your letter is on its way'), description: recipientEmail };
}
