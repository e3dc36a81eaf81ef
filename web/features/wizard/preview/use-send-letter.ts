import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { displayNameOf } from '../../../../shared/display-name.ts';
import { STATUS } from '../../../../shared/letter-status.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { useToast } from '../../../components/toast.tsx';
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
import { SendAnswerLost, sendLetter } from './send-letter.ts';

/** What became of a Send that did not lead to the success step. */
export type SendNotice =
  | SendFailure
  /** no connection, and nothing was sent; it goes on by itself while `waits` */
  | { kind: 'offline'; waits: boolean }
  /** the answer was lost; the server is asked while `waits` */
  | { kind: 'unknown'; waits: boolean }
  | { kind: 'left-before'; letter: Letter; changed: boolean };

/** For how long after Send it goes on by itself, and how often it tries, ms. */
const GOES_ON_FOR_MS = 10 * 60_000;
const TRIES_EVERY_MS = 10_000;

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
  const goesOnUntil = useRef(0);
  const shown = useIsShown();

  function fail(cause: unknown) {
    console.error('The letter was not sent', cause);
    const waits = Date.now() < goesOnUntil.current;
    if (cause instanceof SendAnswerLost) return setNotice({ kind: 'unknown', waits });
    // No answer to what was asked before the send: nothing can have left, unless an earlier send is still open.
    if (cause instanceof TypeError && store.get().intent?.unsettled)
      return setNotice({ kind: 'unknown', waits });
    if (cause instanceof TypeError && !navigator.onLine) return setNotice({ kind: 'offline', waits });
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
      store.dispatch({ type: 'letter-sent', letter: sent });
      // The success step says for which day it waits.
      if (sent.waits !== STATUS.scheduled) {
        const leftNow = {
          title: t('Letter sent!'),
          description: t('Your letter has been sent to {name}', { name: namesOf(letter) }),
        };
        toast(waitingToast(sent.waits) ?? leftNow);
      }
      // Not when the person has gone to another page meanwhile.
      if (shown.current) onSent();
    } catch (cause) {
      fail(cause);
    } finally {
      pending.current = false;
      setSending(false);
    }
  }

  function goOn() {
    if (Date.now() < goesOnUntil.current) return void attempt();
    setNotice((now) => (now && 'waits' in now ? { ...now, waits: false } : now));
  }
  useGoingOn(notice !== null && 'waits' in notice && notice.waits, goOn);

  function send() {
    goesOnUntil.current = Date.now() + GOES_ON_FOR_MS;
    return attempt();
  }

  return {
    send,
    sending,
    notice,
    dismiss: () => setNotice(null),
    /** Sends what was changed since an earlier letter of the draft left, as another letter. */
    sendAnother() {
      drafts.beginAnother();
      setNotice(null);
      return send();
    },
  };
}

/** Tries again once the connection is back, and from time to time: a browser does not always know that it is. */
function useGoingOn(waits: boolean, goOn: () => void) {
  const onChance = useEffectEvent(goOn);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => onChance(), TRIES_EVERY_MS);
    const stop = browserConnection.onBack(() => onChance());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [waits]);
}
