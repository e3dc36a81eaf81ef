import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type Recipient,
  type RecipientBody,
  recipient as recipientSchema,
} from '../../../../shared/recipients.ts';
import { useToast } from '../../../components/toast.tsx';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { recipientsKey, useRecipients } from '../../recipients/recipients-query.ts';
import type { ChosenRecipient } from '../wizard-state.ts';
import type { Wizard } from '../wizard-store.ts';

/** Saves a newly typed recipient in the address book; a known one is not saved again (spec section 4). */
export function useSaveRecipient({ state, dispatch }: Wizard) {
  const { data: book = [] } = useRecipients();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const intent = useRef({ content: '', key: '' });

  /** @returns true when the recipient is in the address book; else a toast was shown */
  async function save(): Promise<boolean> {
    const { recipient } = state;
    if (saving) return false;
    const greetingName = recipient.greetingName.trim();
    const chosen = book.find(({ id }) => id === recipient.recentId);
    if (recipient.recentId !== null && (chosen?.greetingName ?? greetingName) === greetingName) return true;
    const known = knownRecipient(recipient, book);
    if (known) {
      dispatch({ type: 'recipient-chosen', recipient: known });
      return true;
    }
    const body: RecipientBody = { name: recipient.name.trim(), email: recipient.email.trim() };
    // Left empty for a newly typed address, it stays what was used last.
    if (greetingName || recipient.recentId !== null) body.greetingName = greetingName;
    const content = JSON.stringify(body);
    if (intent.current.content !== content) intent.current = { content, key: newIdempotencyKey() };
    setSaving(true);
    setFailed(false);
    try {
      const idempotencyKey = intent.current.key;
      const saved = await write('POST', '/api/recipients', body, recipientSchema, { idempotencyKey });
      dispatch({ type: 'recipient-chosen', recipient: saved });
      void queryClient.invalidateQueries({ queryKey: recipientsKey });
      return true;
    } catch (cause) {
      console.error('The recipient was not saved', cause);
      toast({ title: 'Error', description: 'Failed to save recipient', tone: 'error' });
      setFailed(true);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return { save, saving, failed };
}

/** The saved recipient with this name and address, and how they are called, so that nobody is saved a second time. */
export function knownRecipient(typed: ChosenRecipient, book: readonly Recipient[]): Recipient | null {
  const name = typed.name.trim();
  const email = typed.email.trim().toLowerCase();
  const greetingName = typed.greetingName.trim();
  const keepsGreeting = greetingName === '' && typed.recentId === null;
  return (
    book.find(
      (known) =>
        known.name === name &&
        known.email.toLowerCase() === email &&
        (keepsGreeting || known.greetingName === greetingName),
    ) ?? null
  );
}
