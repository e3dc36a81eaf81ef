import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Arrival } from '../../../../shared/arrival.ts';
import { STATUS } from '../../../../shared/letter-status.ts';
import { type Letter, letter as letterSchema } from '../../../../shared/letters.ts';
import { useToast } from '../../../components/toast.tsx';
import { ApiFailure, write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { t } from '../../../lib/words.tsx';
import { arrivalInWords } from '../../arrival/arrival-words.ts';
import { useRefreshUser } from '../../identity/use-user.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { mailboxPath } from '../chosen-recipient.ts';

/** First element of the keys of the queries that a retry changes. */
const CHANGED_BY_RETRY = new Set([
  '/api/letters',
  '/api/conversations',
  '/api/correspondents',
  '/api/letter-totals',
  '/api/suppressions',
]);

/** Another address, and when the letter is to arrive; the same one and now without. */
export interface RetryWish {
  recipientEmail?: string;
  arrival?: Arrival;
}

/**
 * Sends a failed letter again, to the same or a corrected address; in the second case the page then shows the letter's
 * new recipient. The idempotency key stays the same for one wish, so a lost response never sends it twice.
 */
export function useRetryLetter(letter: Letter) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<RetryFailure | null>(null);
  const attempt = useRef({ content: '', key: '' });

  async function retry({ recipientEmail, arrival }: RetryWish = {}): Promise<void> {
    if (sending) return;
    const body = {
      recipientEmail,
      arrival: arrival && { arriveLocal: arrival.local, arriveZone: arrival.zone },
    };
    const content = JSON.stringify(body);
    if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    setSending(true);
    setFailure(null);
    try {
      const retried = await write('POST', `/api/letters/${letter.id}/retry`, body, letterSchema, {
        idempotencyKey: attempt.current.key,
      });
      attempt.current = { content: '', key: '' };
      toast({
        title: retriedTitle(retried.status),
        description:
          retried.status === STATUS.scheduled && retried.arrival
            ? arrivalInWords(retried.arrival)
            : retried.recipientEmail,
      });
      const newKey = recipientKey(retried.recipientEmail);
      if (newKey !== recipientKey(letter.recipientEmail)) void navigate(mailboxPath(newKey));
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

  return { retry, sending, failure, clearFailure: () => setFailure(null) };
}

function retriedTitle(status: string): string {
  if (status === STATUS.sealed) return t('Your letter is sealed again');
  if (status === STATUS.scheduled) return t('Your letter waits');
  return status === STATUS.held ? t('Your letter is on hold') : t('Your letter is on its way again');
}

/** Why a letter was not sent again. */
export type RetryFailure =
  | { kind: 'credits' }
  /** mail to that address bounced; the person can lift its suppression */
  | { kind: 'address-bounced'; message: string }
  | { kind: 'message'; message: string };

/** Statuses whose message tells the person what to do. */
const EXPLAINED = new Set([400, 403, 404, 409, 422, 429]);

export function retryFailure(cause: unknown): RetryFailure {
  if (cause instanceof ApiFailure) {
    const { status, code, forPerson, fields } = cause;
    if (status === 402 && code === 'INSUFFICIENT_CREDITS') return { kind: 'credits' };
    if (status === 401) return { kind: 'message', message: t('Please sign in again.') };
    const message = fields.recipientEmail ?? forPerson;
    if (message && code === 'ADDRESS_BOUNCED') return { kind: 'address-bounced', message };
    if (message && EXPLAINED.has(status)) return { kind: 'message', message };
  }
  return { kind: 'message', message: t('The letter could not be sent again. Please try once more.') };
}
