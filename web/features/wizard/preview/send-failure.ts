import { apiError } from '../../../../shared/errors.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { t } from '../../../lib/words.tsx';

/** What the person sees after a failed send (spec section 8). */
export type SendFailure =
  | { kind: 'credits' }
  | { kind: 'message'; title: string; description: string }
  | RefusedAddress
  | RefusedAddresses;

/** Nothing is sent to this address: mail to it bounced, or its owner wants no letters. */
export interface RefusedAddress {
  kind: 'address-refused';
  /** true when the sender may lift the suppression */
  liftable: boolean;
  title: string;
  description: string;
}

/** Of a letter to several people, those to whom nothing is sent, and why. */
export interface RefusedAddresses {
  kind: 'addresses-refused';
  refused: { email: string; code: string; message: string }[];
}

/** Statuses whose message tells a person what to do: bad input, not theirs, conflict, a limit reached. */
const WITH_MESSAGE = new Set([400, 403, 404, 409, 413, 422, 429]);

export function sendFailure(cause: unknown): SendFailure {
  const failedToSend = (description: string): SendFailure => ({
    kind: 'message',
    title: t('Failed to send'),
    description,
  });
  if (!(cause instanceof ApiFailure)) return failedToSend(t('Please try again'));
  const { status, code, forPerson } = cause;
  if (status === 402 && code === 'INSUFFICIENT_CREDITS') return { kind: 'credits' };
  if (status === 404 && code === 'USER_NOT_FOUND') {
    return {
      kind: 'message',
      title: t('Account Error'),
      description: t('Please sign out and sign back in to refresh your account.'),
    };
  }
  if (status === 401) {
    return {
      kind: 'message',
      title: t('Authentication Required'),
      description: t('Please sign in to send letters.'),
    };
  }
  if (forPerson && status === 409 && code === 'ADDRESS_BOUNCED') {
    return {
      kind: 'address-refused',
      liftable: true,
      title: t('Failed to send: the last letter came back'),
      description: forPerson,
    };
  }
  if (forPerson && status === 409 && code === 'RECIPIENT_BLOCKED') {
    return {
      kind: 'address-refused',
      liftable: false,
      title: t('Failed to send: no letters wanted'),
      description: forPerson,
    };
  }
  if (status === 409 && code === 'ADDRESSES_REFUSED') {
    const { refused = [] } = apiError.parse(JSON.parse(cause.body));
    return { kind: 'addresses-refused', refused };
  }
  return failedToSend(forPerson && WITH_MESSAGE.has(status) ? forPerson : t('Please try again'));
}
