import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { recipient, recipientList } from '../../../../shared/recipients.ts';
import { useToast } from '../../../components/toast.tsx';
import { chosenFrom, writtenTo } from '../recipients.ts';
import type { WizardStore } from '../wizard-store.ts';

/** State of a visit that began with 'Write to' or 'Write to all'. */
const writtenToSchema = recipient.extend({ id: recipient.shape.id.nullable() });
const writeTo = z.union([writtenToSchema.transform((one) => [one]), recipientList]);

/** Must come after `useStepHistory`, which may begin a new letter. */
export function useWrittenTo(store: WizardStore): void {
  const { key, state, search } = useLocation();
  const queryClient = useQueryClient();
  const toast = useToast();
  const taken = useRef('');
  useEffect(() => {
    if (taken.current === key) return;
    taken.current = key;
    const chosen = (state?.writeTo && writeTo.safeParse(state.writeTo).data) || [];
    if (chosen[0]) store.dispatch(writtenTo(store.get(), chosen[0]));
    if (chosen.length > 1) {
      store.dispatch({ type: 'recipients-added', added: chosen.map(chosenFrom) });
      store.dispatch({ type: 'recipients-settled' });
    }
    const link = new URLSearchParams(search);
    if (!link.has('to')) return;
    // What was pressed is gone with the day it offered.
    document.getElementById('main')?.focus({ preventScroll: true });
    import('../open-reminder.ts')
      .then(({ openReminder }) => openReminder(link, store, queryClient, toast))
      .catch((error: unknown) => console.error('The link of a reminder could not be followed', error));
  });
}
