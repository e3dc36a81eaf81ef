import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { recipient } from '../../../../shared/recipients.ts';
import { useToast } from '../../../components/toast.tsx';
import { writtenTo } from '../recipients.ts';
import type { WizardStore } from '../wizard-store.ts';

/** State of a visit that the address book began with 'Write to'. */
const visit = z.object({ writeTo: recipient });

/** Takes over whom the address book, or the link of a reminder, was asked to write to. After `useStepHistory`, which may begin a new letter. */
export function useWrittenTo(store: WizardStore): void {
  const { key, state, search } = useLocation();
  const queryClient = useQueryClient();
  const toast = useToast();
  const taken = useRef('');
  useEffect(() => {
    if (taken.current === key) return;
    taken.current = key;
    const chosen = visit.safeParse(state).data?.writeTo;
    if (chosen) store.dispatch(writtenTo(store.get(), chosen));
    const link = new URLSearchParams(search);
    if (!link.has('to')) return;
    import('../open-reminder.ts')
      .then(({ openReminder }) => openReminder(link, store, queryClient, toast))
      .catch((error: unknown) => console.error('The link of a reminder could not be followed', error));
  });
}
