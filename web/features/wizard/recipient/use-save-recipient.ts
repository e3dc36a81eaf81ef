import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { recipient as recipientSchema } from '../../../../shared/recipients.ts';
import { useToast } from '../../../components/toast.tsx';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { recipientsKey, useRecipients } from '../../recipients/recipients-query.ts';
import type { Wizard } from '../use-wizard.ts';
import { knownRecipient } from './known-recipient.ts';

/** Keeps a newly typed recipient in the address book; a known one is not saved again (spec section 4). */
export function useSaveRecipient({ state, dispatch }: Wizard) {
  const { data: book = [] } = useRecipients();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [saving, setSaving] = useState(false);
  const intent = useRef({ content: '', key: '' });

  /** True when the recipient is in the book and the letter may go on; else the person has been told. */
  async function save(): Promise<boolean> {
    const { recipient } = state;
    if (saving) return false;
    if (recipient.recentId !== null) return true;
    const known = knownRecipient(recipient, book);
    if (known) {
      dispatch({ type: 'recipient-chosen', recipient: known });
      return true;
    }
    const body = { name: recipient.name.trim(), email: recipient.email.trim() };
    const content = JSON.stringify(body);
    if (intent.current.content !== content) intent.current = { content, key: newIdempotencyKey() };
    setSaving(true);
    try {
      const idempotencyKey = intent.current.key;
      const saved = await write('POST', '/api/recipients', body, recipientSchema, { idempotencyKey });
      dispatch({ type: 'recipient-chosen', recipient: saved });
      void queryClient.invalidateQueries({ queryKey: recipientsKey });
      return true;
    } catch (cause) {
      console.error('The recipient was not saved', cause);
      toast({ title: 'Error', description: 'Failed to save recipient', tone: 'error' });
      return false;
    } finally {
      setSaving(false);
    }
  }

  return { save, saving };
}
