import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Letter, letter as letterSchema } from '../../../shared/letters.ts';
import { joinSentences } from '../../../shared/words.ts';
import { ApiFailure, messageForPerson, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { language, t } from '../../lib/words.tsx';
import { useRefreshUser } from '../identity/use-user.ts';

/** First element of the keys of the queries that it changes. */
const CHANGED = new Set(['/api/letters', '/api/conversations', '/api/correspondents', '/api/letter-totals']);

/**
 * Sends letters again that did not arrive, to the same addresses, each by its own call: one that is refused does not hold
 * up the others. The idempotency key of each stays until it was sent again.
 */
export function useRetryBatch(letters: Letter[]) {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useWordedState<string | null>(null);
  const [needsCredits, setNeedsCredits] = useState(false);
  const keys = useRef(new Map<number, string>());

  async function retry(): Promise<void> {
    if (sending) return;
    setSending(true);
    setProblem(null);
    setNeedsCredits(false);
    const problems: string[] = [];
    for (const { id } of letters) {
      const idempotencyKey = keys.current.get(id) ?? newIdempotencyKey();
      keys.current.set(id, idempotencyKey);
      try {
        await write('POST', `/api/letters/${id}/retry`, undefined, letterSchema, { idempotencyKey });
        keys.current.delete(id);
      } catch (cause) {
        console.error('A letter was not sent again', cause);
        if (cause instanceof ApiFailure && cause.status === 402) {
          setNeedsCredits(true);
          break;
        }
        problems.push(messageForPerson(cause, t('Please try once more.')));
      }
    }
    setProblem(problems.length > 0 ? joinSentences([...new Set(problems)], language()) : null);
    setSending(false);
    refreshUser().catch((cause: unknown) => console.warn('The balance could not be read again', cause));
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && CHANGED.has(path),
    });
  }

  return { retry, sending, problem, needsCredits, dismissCredits: () => setNeedsCredits(false) };
}
