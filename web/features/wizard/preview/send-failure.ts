import { apiError } from '../../../../shared/errors.ts';
import { ApiFailure } from '../../../lib/api.ts';

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

const SIGN_IN_NEEDED = {
  kind: 'message',
  title: 'Authentication Required',
  description: 'Please sign in to send letters.',
} as const satisfies SendFailure;

const OTHER: SendFailure = { kind: 'message', title: 'Failed to send', description: 'Please try again' };

/** Statuses whose message tells a person what to do: bad input, not theirs, conflict, a limit reached. */
const WITH_MESSAGE = new Set([400, 403, 404, 409, 413, 422, 429]);

export function sendFailure(cause: unknown): SendFailure {
  if (!(cause instanceof ApiFailure)) return OTHER;
  const { status, code, forPerson } = cause;
  if (status === 402 && code === 'INSUFFICIENT_CREDITS') return { kind: 'credits' };
  if (status === 404 && code === 'USER_NOT_FOUND') {
    return {
      kind: 'message',
      title: 'Account Error',
      description: 'Please sign out and sign back in to refresh your account.',
    };
  }
  if (status === 401) return SIGN_IN_NEEDED;
  if (forPerson && status === 409 && code === 'ADDRESS_BOUNCED') {
    return {
      kind: 'address-refused',
      liftable: true,
      title: 'Failed to send: the last letter came back',
      description: forPerson,
    };
  }
  if (forPerson && status === 409 && code === 'RECIPIENT_BLOCKED') {
    return {
      kind: 'address-refused',
      liftable: false,
      title: 'Failed to send: no letters wanted',
      description: forPerson,
    };
  }
  if (status === 409 && code === 'ADDRESSES_REFUSED') {
    const { refused = [] } = apiError.parse(JSON.parse(cause.body));
    return { kind: 'addresses-refused', refused };
  }
  if (forPerson && WITH_MESSAGE.has(status)) {
    return { kind: 'message', title: 'Failed to send', description: forPerson };
  }
  return OTHER;
}
