import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { displayNameOf } from '../../../../shared/display-name.ts';
import { STATUS } from '../../../../shared/letter-status.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { useToast } from '../../../components/toast.tsx';
import { ApiFailure } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { t } from '../../../lib/words.tsx';
import { waitingToast } from '../../arrival/waiting-toast.ts';
import { useUser } from '../../identity/use-user.ts';
import { browserConnection } from '../../uploads/send-file.ts';
import { everybody, namesOf } from '../recipients.ts';
import type { WizardStores } from '../stores.ts';
import { type SendFailure, sendFailure } from './send-failure.ts';
import { letterBody, SendAnswerLost, sendLetter } from './send-letter.ts';

/** Shown when Send did not lead to the success step. */
export type SendNotice =
  | SendFailure
  /** no connection, and nothing was sent */
  | { kind: 'offline'; retrying: boolean }
  /** the answer was lost: the letter may have been sent */
  | { kind: 'unknown'; retrying: boolean }
  | { kind: 'left-before'; letter: Letter; changed: boolean };

/** For how long after a press of Send it is retried, and how often, ms. */
const RETRY_FOR_MS = 10 * 60_000;
const RETRY_EVERY_MS = 10_000;

/** Sends the letter, which costs a credit. A second call while the first is under way does nothing. */
export function useSendLetter(
  { wizard: store, drafts }: Pick<WizardStores, 'wizard' | 'drafts'>,
  onSent: () => void,
) {
  const { user, readAgain } = useUser();
  const invalidate = useInvalidation();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState<SendNotice | null>(null);
  const pending = useRef(false);
  const retryUntil = useRef(0);
  const isShown = useIsShown();

  function fail(cause: unknown) {
    console.error('The letter was not sent', cause);
    const retrying = Date.now() < retryUntil.current;
    const noAnswer = !(cause instanceof ApiFailure);
    // No answer came before the send of this attempt; an earlier attempt may have sent the letter.
    const isUnsettled = noAnswer && store.get().intent?.unsettled;
    if (isUnsettled || cause instanceof SendAnswerLost) return setNotice({ kind: 'unknown', retrying });
    if (noAnswer && !navigator.onLine) return setNotice({ kind: 'offline', retrying });
    const failure = sendFailure(cause, everybody(store.get())[0]?.email.trim() ?? '');
    setNotice(failure);
    if (failure.kind === 'message') toast({ ...failure, tone: 'error' });
    if (failure.kind === 'credits') void invalidate('letter sent');
  }

  async function attempt() {
    if (pending.current) return;
    pending.current = true;
    setSending(true);
    setNotice((now) => (now?.kind === 'refused' ? null : now));
    try {
      if (!navigator.onLine) throw new TypeError('There is no connection');
      const sender = user ?? (await readAgain());
      const draft = await drafts.settle();
      const letter = store.get();
      const outcome = await sendLetter({
        state: letter,
        userId: String(sender.id),
        draft,
        senderName: displayNameOf(sender),
        newKey: newIdempotencyKey,
        record: (intent) => store.dispatch({ type: 'changed', change: { intent } }),
      });
      void invalidate('letter sent');
      if (outcome.kind === 'left-before') return setNotice(outcome);
      setNotice(null);
      const sent = outcome.letter;
      const [now, before] = [store.get(), letter].map((one) => JSON.stringify(letterBody(one, '', draft)));
      // What was changed meanwhile stays, on its step. Its Send finds that this letter has left.
      if (now === before) store.dispatch({ type: 'letter-sent', letter: sent });
      // Of a scheduled letter the success step says it all.
      if (sent.waits !== STATUS.scheduled) {
        const sentNow = {
          title: t('Letter sent!'),
          description: t('Your letter has been sent to {name}', { name: namesOf(letter) }),
        };
        toast(waitingToast(sent.waits) ?? sentNow);
      }
      // Not when another page is shown by now.
      if (now === before && isShown.current) onSent();
    } catch (cause) {
      fail(cause);
    } finally {
      pending.current = false;
      setSending(false);
    }
  }

  function retry() {
    if (Date.now() < retryUntil.current) return void attempt();
    setNotice((now) => (now && 'retrying' in now ? { ...now, retrying: false } : now));
  }
  useRetries(notice !== null && 'retrying' in notice && notice.retrying, retry);

  function send() {
    retryUntil.current = Date.now() + RETRY_FOR_MS;
    return attempt();
  }

  return {
    send,
    sending,
    notice,
    dismiss: () => setNotice(null),
    /** Sends the changed content as another letter, after one of the same draft was sent elsewhere. */
    sendAnother() {
      drafts.beginAnother();
      setNotice(null);
      return send();
    },
  };
}

/** Retries when the connection is back, and at an interval: browsers do not always notice that it is. */
function useRetries(retrying: boolean, retry: () => void) {
  const onRetry = useEffectEvent(retry);
  useEffect(() => {
    if (!retrying) return;
    const timer = setInterval(() => onRetry(), RETRY_EVERY_MS);
    const stop = browserConnection.onBack(() => onRetry());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [retrying]);
}
