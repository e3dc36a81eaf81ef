import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { draftId } from '../../../../shared/drafts.ts';
import type { DraftQuestion } from './draft-sync.ts';

/** State of a visit that goes on with a draft: a letter that did not leave was put on the desk. */
const visit = z.object({ takeUp: draftId });

/** Goes on with the draft that the visit is for, without asking; where this tab has another letter, the person is asked. */
export function useTakenUp(
  question: DraftQuestion | null,
  onResume: (question: DraftQuestion) => void,
): void {
  const { state } = useLocation();
  const [wanted, setWanted] = useState(() => visit.safeParse(state).data?.takeUp);
  useLayoutEffect(() => {
    if (question?.kind !== 'offered' || question.draft.content.letter !== wanted) return;
    setWanted(undefined);
    onResume(question);
  });
}
