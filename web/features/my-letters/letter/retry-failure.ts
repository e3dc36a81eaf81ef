import { ApiFailure } from '../../../lib/api.ts';

/** What a refused retry means for the person. */
export type RetryFailure =
  | { kind: 'credits' }
  /** mail to that address came back; it can be taken into use again */
  | { kind: 'address-bounced'; message: string }
  | { kind: 'told'; message: string };

const EXPLAINED = new Set([400, 403, 404, 409, 422, 429]);

export function retryFailure(cause: unknown): RetryFailure {
  if (cause instanceof ApiFailure) {
    const { status, code, forPerson, fields } = cause;
    if (status === 402 && code === 'INSUFFICIENT_CREDITS') return { kind: 'credits' };
    if (status === 401) return { kind: 'told', message: 'Please sign in again.' };
    const message = fields.recipientEmail ?? forPerson;
    if (message && code === 'ADDRESS_BOUNCED') return { kind: 'address-bounced', message };
    if (message && EXPLAINED.has(status)) return { kind: 'told', message };
  }
  return { kind: 'told', message: 'The letter could not be sent again. Please try once more.' };
}
