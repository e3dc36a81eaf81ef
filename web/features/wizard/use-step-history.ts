import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { allowedStep, STEPS, type Step, stepBefore } from './wizard-state.ts';
import type { WizardStore } from './wizard-store.ts';

/** State of a step's entry in the browser's history; the address stays `/`. */
const stepEntry = z.object({ step: z.enum(STEPS), from: z.enum(STEPS).nullable() });

/** Steps as entries of the browser's history, so that its Back and Forward walk between them. */
export function useStepHistory(store: WizardStore, current: Step) {
  const location = useLocation();
  const navigate = useNavigate();
  const entry = stepEntry.safeParse(location.state).data;
  // A link to this page after sending begins a new letter, one within it does not; a reload shows the success step again.
  const isVisit = !entry && location.hash === '';
  const step = isVisit && current === 'success' ? 'upload' : current;

  // Each effect handles an entry once, when the browser navigates to it: a step taken here writes its own entry.
  const followed = useRef('');
  useLayoutEffect(() => {
    if (followed.current === location.key) return;
    followed.current = location.key;
    if (entry && entry.step !== store.get().step) store.dispatch({ type: 'stepped', step: entry.step });
  });

  const corrected = useRef('');
  useEffect(() => {
    if (corrected.current === location.key) return;
    corrected.current = location.key;
    if (isVisit && store.get().step === 'success') store.dispatch({ type: 'started-over' });
    const shown = store.get().step;
    if (entry?.step === shown) return;
    navigate('.', { replace: true, state: { step: shown, from: entry?.from ?? null } });
  });

  function write(next: Step, replace: boolean) {
    const from = store.get().step;
    const allowed = allowedStep(store.get(), next);
    if (allowed !== from) store.dispatch({ type: 'stepped', step: allowed });
    navigate('.', { replace, state: { step: allowed, from: replace ? null : from } });
  }

  return {
    step,
    goTo: (next: Step) => write(next, false),
    back: () => {
      const before = stepBefore(store.get().step);
      if (!before) return;
      if (entry?.from === before) navigate(-1);
      else write(before, true);
    },
    /** To success, replacing the history entry: there is no way back into a sent letter. */
    arrive: () => write('success', true),
  };
}
