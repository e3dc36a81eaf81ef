import { ApiFailure } from '../../../lib/api.ts';

/** Statuses whose sentence tells a person what to do about it: bad input, not theirs, conflict, a limit reached. */
const EXPLAINED = new Set([400, 403, 404, 409, 413, 422, 429]);

/** Why an answer was not sent, in a person's words. Their text is kept whatever it was. */
export function answerFailure(cause: unknown): string {
  if (cause instanceof ApiFailure) {
    if (cause.status === 401) return 'Please sign in again. Your answer is kept here.';
    const [field] = Object.values(cause.fields);
    const told = cause.status === 400 ? (field ?? cause.forPerson) : cause.forPerson;
    if (told && EXPLAINED.has(cause.status)) return told;
  }
  return 'Your answer could not be sent. It is kept here; please try again.';
}
