import { ApiFailure } from './api.ts';

/** Statuses whose message tells the person what to do: bad input, not theirs, a conflict, a limit reached. */
const EXPLAINED = new Set([400, 403, 404, 409, 413, 422, 429]);

export function explanationOf(failure: unknown): string | null {
  return failure instanceof ApiFailure && EXPLAINED.has(failure.status) ? failure.forPerson : null;
}
