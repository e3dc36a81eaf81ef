import { STATUS } from '../../../../shared/letter-status.ts';
import type { Letter } from '../../../../shared/letters.ts';

export type Outcome = Pick<Letter, 'status' | 'arrival'>;

/** Letters sent as one wait while one of them does, and did not leave when none did. @param waits their status when they were sent */
export function outcomeOf(letters: readonly Outcome[], waits: string | null): Outcome | undefined {
  return (
    letters.find(({ status }) => status === waits) ??
    letters.find(({ status }) => status !== STATUS.unsent) ??
    letters[0]
  );
}
