import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Letter, letter as letterSchema } from '../../../../shared/letters.ts';
import { useToast } from '../../../components/toast.tsx';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useRefreshUser } from '../../identity/use-user.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { mailboxPath } from '../recipients-panel/chosen-recipient.ts';
import { type RetryFailure, retryFailure } from './retry-failure.ts';

/** Queries that a letter on its way again changes. */
const CHANGED_BY_RETRY = new Set([
  '/api/letters',
  '/api/conversations',
  '/api/correspondents',
  '/api/letter-totals',
  '/api/suppressions',
]);

/**
 * Sends a failed letter once more, as it is or to a corrected address; the page then shows the letter where it now
 * belongs. One wish, one key: a lost answer never
 * sends it twice.
 */
export function useRetryLetter(letter: Letter) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<RetryFailure | null>(null);
  const wish = useRef({ address: '', key: '' });

  async function retry(correctedEmail?: string): Promise<void> {
    if (sending) return;
    const address = correctedEmail ?? letter.recipientEmail;
    if (wish.current.address !== address) wish.current = { address, key: newIdempotencyKey() };
    setSending(true);
    setFailure(null);
    try {
      const body = correctedEmail === undefined ? undefined : { recipientEmail: correctedEmail };
      const again = await write('POST', `/api/letters/${letter.id}/retry`, body, letterSchema, {
        idempotencyKey: wish.current.key,
      });
      wish.current = { address: '', key: '' };
      toast({ title: 'Your letter is on its way again', description: again.recipientEmail });
      const moved = recipientKey(again.recipientEmail);
      if (moved !== recipientKey(letter.recipientEmail)) void navigate(mailboxPath(moved));
    } catch (cause) {
      console.error('The letter was not sent again', cause);
      setFailure(retryFailure(cause));
    } finally {
      setSending(false);
      refreshUser().catch((cause: unknown) => console.warn('The balance could not be read again', cause));
      await queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && CHANGED_BY_RETRY.has(path),
      });
    }
  }

  return { retry, sending, failure, forget: () => setFailure(null) };
}
