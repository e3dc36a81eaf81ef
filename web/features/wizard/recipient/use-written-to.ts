import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { recipient } from '../../../../shared/recipients.ts';
import type { WizardStore } from '../wizard-store.ts';

/** State of a visit that the address book began with 'Write to'. */
const visit = z.object({ writeTo: recipient });

/** Takes over whom the address book was asked to write to. After `useStepHistory`, which may begin a new letter. */
export function useWrittenTo(store: WizardStore): void {
  const { key, state } = useLocation();
  const taken = useRef('');
  useEffect(() => {
    if (taken.current === key) return;
    taken.current = key;
    const chosen = visit.safeParse(state).data?.writeTo;
    if (chosen) store.dispatch({ type: 'recipient-chosen', recipient: chosen });
  });
}
