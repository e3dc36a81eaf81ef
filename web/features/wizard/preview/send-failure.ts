import { apiError, type RefusedAddress } from '../../../../shared/errors.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { explanationOf } from '../../../lib/explanation.ts';
import { t } from '../../../lib/words.tsx';

/** What the person sees after a failed send (spec section 8). */
export type SendFailure =
  | { kind: 'credits' }
  | { kind: 'message'; title: string; description: string }
  | RefusedAddresses;

export interface RefusedAddresses {
  kind: 'refused';
  title: string;
  refused: RefusedAddress[];
}

/** @param email whom a letter to one person is for: its refusal doesn't name them */
export function sendFailure(cause: unknown, email: string): SendFailure {
  if (!(cause instanceof ApiFailure)) return message(t('Failed to send'), t('Please try again'));
  const { status, code, forPerson } = cause;
  if (status === 402 && code === 'INSUFFICIENT_CREDITS') return { kind: 'credits' };
  if (status === 404 && code === 'USER_NOT_FOUND')
    return message(t('Account Error'), t('Please sign out and sign back in to refresh your account.'));
  if (status === 401) return message(t('Authentication Required'), t('Please sign in to send letters.'));
  if (forPerson && status === 409 && (code === 'ADDRESS_BOUNCED' || code === 'RECIPIENT_BLOCKED')) {
    const title =
      code === 'ADDRESS_BOUNCED'
        ? t('Failed to send: the last letter came back')
        : t('Failed to send: no letters wanted');
    return { kind: 'refused', title, refused: [{ email, code, message: forPerson }] };
  }
  if (status === 409 && code === 'ADDRESSES_REFUSED') {
    const { refused = [] } = apiError.parse(JSON.parse(cause.body));
    return { kind: 'refused', title: t('Nothing was sent or charged'), refused };
  }
  return message(t('Failed to send'), explanationOf(cause) ?? t('Please try again'));
}

const message = (title: string, description: string): SendFailure => ({
  kind: 'message',
  title,
  description,
});
