import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { displayNameOf } from '../../../../shared/display-name.ts';
import type { User } from '../../../../shared/users.ts';
import { useToast } from '../../../components/toast.tsx';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useRefreshUser } from '../../identity/use-user.ts';
import { recipientsKey } from '../../recipients/recipients-query.ts';
import type { WizardStore } from '../wizard-store.ts';
import { type RefusedAddress, SIGN_IN_NEEDED, sendFailure } from './send-failure.ts';
import { letterBody, sendLetter } from './send-letter.ts';

/** Queries that change when a letter is sent. */
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
  /** there are too few credits for the letter */
  needsCredits: boolean;
  dismissCredits: () => void;
  /** why the server sends nothing to this address */
  refused: RefusedAddress | null;
  dismissRefused: () => void;
}

/** Sends the letter, which costs a credit. A second call while the first is under way does nothing. */
export function useSendLetter(store: WizardStore, user: User | null, onSent: () => void): SendLetterHook {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const [needsCredits, setNeedsCredits] = useState(false);
  const [refused, setRefused] = useState<RefusedAddress | null>(null);
  const pending = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  function refresh() {
    for (const queryKey of CHANGED_BY_SENDING) void queryClient.invalidateQueries({ queryKey });
    refreshUser().catch((cause: unknown) => console.warn('The balance could not be read again', cause));
  }

  function fail(cause: unknown) {
    console.error('The letter was not sent', cause);
    const failure = sendFailure(cause);
    if (failure.kind === 'message') {
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
    if (pending.current) return;
    if (!user) {
      toast({ title: SIGN_IN_NEEDED.title, description: SIGN_IN_NEEDED.description, tone: 'error' });
      return;
    }
    pending.current = true;
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
      if (outcome.kind === 'earlier-version-sent') {
        toast({
          title: 'Your earlier version has already left',
          description: 'Press Send Letter again to send this one, too.',
        });
        return;
      }
      const { letter } = outcome;
      store.dispatch({ type: 'letter-sent', letter });
      toast(
        letter.sealed
          ? {
              title: 'Your letter is sealed',
              description: 'It leaves as soon as you open the link mailed to you',
            }
          : { title: 'Letter sent!', description: `Your letter has been sent to ${letter.recipientName}` },
      );
      // Not when the person has gone to another page meanwhile.
      if (mounted.current) onSent();
    } catch (cause) {
      fail(cause);
    } finally {
      pending.current = false;
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
