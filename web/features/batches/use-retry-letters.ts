import { useRef } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { type Letter, letter as letterSchema } from '../../../shared/letters.ts';
import { ApiFailure, write } from '../../lib/api.ts';
import { explanationOf } from '../../lib/explanation.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';

/** Without a field, the same address, and now. */
export interface RetryWish {
  recipientEmail?: string;
  arrival?: Arrival;
}

/**
 * Each letter has its own call: one that is refused does not hold up the others. Its idempotency key stays the same for
 * one wish until it was sent, so a lost response never sends it twice.
 */
export function useRetryLetters(letters: readonly Letter[], onSent: (retried: Letter) => void = () => {}) {
  const invalidate = useInvalidation();
  const keys = useRef(new Map<string, string>());
  const { run, busy, failure, forget } = useAction(
    'Letters were not sent again',
    async (wish: RetryWish = {}) => {
      const causes = await retryEach(letters, wish, keys.current, onSent);
      void invalidate('letter retried');
      if (causes.length > 0)
        throw new AggregateError(causes, 'Not all letters were sent again', { cause: causes[0] });
    },
  );
  const causes: unknown[] = failure instanceof AggregateError ? failure.errors : [];
  return {
    retry: run,
    sending: busy,
    needsCredits: causes.some(isUnpaid),
    failures: causes.filter((cause) => !isUnpaid(cause)),
    forget,
  };
}

/** @param keys of wishes whose answer has not come @returns why some were not sent; after one unpaid no more are tried */
export async function retryEach(
  letters: readonly Pick<Letter, 'id'>[],
  { recipientEmail, arrival }: RetryWish,
  keys: Map<string, string>,
  onSent: (retried: Letter) => void,
): Promise<unknown[]> {
  const body = {
    recipientEmail,
    arrival: arrival && { arriveLocal: arrival.local, arriveZone: arrival.zone },
  };
  const causes: unknown[] = [];
  for (const { id } of letters) {
    const wish = JSON.stringify({ id, ...body });
    const idempotencyKey = keys.get(wish) ?? newIdempotencyKey();
    keys.set(wish, idempotencyKey);
    try {
      const retried = await write('POST', `/api/letters/${id}/retry`, body, letterSchema, {
        idempotencyKey,
      });
      keys.delete(wish);
      onSent(retried);
    } catch (cause) {
      causes.push(cause);
      if (isUnpaid(cause)) break;
    }
  }
  return causes;
}

const isUnpaid = (cause: unknown) => cause instanceof ApiFailure && cause.status === 402;

/** `liftable`: mail to that address bounced, and its suppression can be lifted. */
export function retryFailure(cause: unknown): { message: string; liftable: boolean } {
  const message = explanationOf(cause);
  if (message && cause instanceof ApiFailure) {
    const { code, fields } = cause;
    return { message: fields.recipientEmail ?? message, liftable: code === 'ADDRESS_BOUNCED' };
  }
  if (cause instanceof ApiFailure && cause.status === 401)
    return { message: t('Please sign in again.'), liftable: false };
  return { message: t('The letter could not be sent again. Please try once more.'), liftable: false };
}
