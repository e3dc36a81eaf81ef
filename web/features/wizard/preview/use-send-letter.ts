import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { displayNameOf } from '../../../../shared/display-name.ts';
import type { User } from '../../../../shared/users.ts';
import { useToast } from '../../../components/toast.tsx';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useRefreshUser } from '../../identity/use-user.ts';
import { recipientsKey } from '../../recipients/recipients-query.ts';
import { letterBody } from '../send-intent.ts';
import type { WizardStore } from '../wizard-store.ts';
import { type RefusedAddress, SIGN_IN_NEEDED, sendFailure } from './send-failure.ts';
import { sendLetter } from './send-letter.ts';

/** Queries that a letter on its way changes. */
const CHANGED_BY_SENDING = [
  ['/api/letters'],
  ['/api/letter-totals'],
  ['/api/correspondents'],
  ['/api/conversations'],
  recipientsKey,
];

interface SendLetterHook {
  send: () => Promise<void>;
  sending: boolean;
  /** the letter waits for a credit */
  needsCredits: boolean;
  dismissCredits: () => void;
  /** why nothing is sent to this letter's address, after it was tried */
  refused: RefusedAddress | null;
  dismissRefused: () => void;
}

/** The one press that spends a credit. A second press while the first is under way does nothing. */
export function useSendLetter(store: WizardStore, user: User | null, onSent: () => void): SendLetterHook {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const [needsCredits, setNeedsCredits] = useState(false);
  const [refused, setRefused] = useState<RefusedAddress | null>(null);
  const underWay = useRef(false);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  function refresh() {
    for (const queryKey of CHANGED_BY_SENDING) void queryClient.invalidateQueries({ queryKey });
    refreshUser().catch((cause: unknown) => console.warn('The balance could not be read again', cause));
  }

  function fail(cause: unknown) {
    console.error('The letter was not sent', cause);
    const failure = sendFailure(cause);
    if (failure.kind === 'told') {
      toast({ title: failure.title, description: failure.description, tone: 'error' });
      return;
    }
    if (failure.kind === 'address-refused') {
      setRefused(failure);
      return;
    }
    setNeedsCredits(true);
    refresh();
  }

  async function send() {
    if (underWay.current) return;
    if (!user) {
      toast({ title: SIGN_IN_NEEDED.title, description: SIGN_IN_NEEDED.description, tone: 'error' });
      return;
    }
    underWay.current = true;
    setSending(true);
    setRefused(null);
    try {
      const outcome = await sendLetter({
        body: letterBody(store.get(), String(user.id)),
        senderName: displayNameOf(user),
        current: store.get().intent,
        newKey: newIdempotencyKey,
        record: (intent) => store.dispatch({ type: 'send-intended', intent }),
      });
      refresh();
      if (outcome.kind === 'earlier-left') {
        toast({
          title: 'Your earlier version has already left',
          description: 'Press Send Letter again to send this one, too.',
        });
        return;
      }
      const { letter } = outcome;
      store.dispatch({ type: 'letter-sent', letter });
      toast({ title: 'Letter sent!', description: `Your letter has been sent to ${letter.recipientName}` });
      // The person may be on another page by now; they are not called back from it.
      if (shown.current) onSent();
    } catch (cause) {
      fail(cause);
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  return {
    send,
    sending,
    needsCredits,
    dismissCredits: () => setNeedsCredits(false),
    refused,
    dismissRefused: () => setRefused(null),
  };
}
