import type { Arrival } from '../../../../shared/arrival.ts';
import { STATUS } from '../../../../shared/letter-status.ts';

export interface Outcome {
  status: string;
  arrival: Arrival | null;
}

/**
 * What is said of the letters that were sent as one: that they wait, while one of them does; that they did not leave, when
 * none did; undefined for none.
 * @param waits the status in which they waited when they were sent
 */
export function outcomeOf(letters: readonly Outcome[], waits: string | null): Outcome | undefined {
  return (
    letters.find(({ status }) => status === waits) ??
    letters.find(({ status }) => status !== STATUS.unsent) ??
    letters[0]
  );
}
