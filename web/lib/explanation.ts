import { ApiFailure } from './api.ts';

/** Statuses whose message tells the person what to do: bad input, not theirs, a conflict, a limit reached. */
const EXPLAINED = new Set([400, 403, 404, 409, 413, 422, 429]);

/** The server's message where it tells the person what to do; null for any other failure. */
export function explanationOf(failure: unknown): string | null {
  return failure instanceof ApiFailure && EXPLAINED.has(failure.status) ? failure.forPerson : null;
}
