import { useQuery } from '@tanstack/react-query';
import { welcomeCouponResponse } from '../../../shared/credits.ts';
import { queryOf } from '../../lib/queries.ts';
import { n } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';

/** The welcome coupon while it is active and this person, if somebody is signed in, has not used it. */
export function useWelcomeCoupon() {
  const { status } = usePerson();
  const { user } = useUser();
  const { data } = useQuery({
    ...queryOf('/api/welcome-coupon', welcomeCouponResponse),
    enabled: status === 'signed-out' || user !== null,
  });
  return data?.coupon ?? null;
}

export const firstFree = (letters: number): string =>
  n(letters, 'Your first letter is free', 'Your first {n} letters are free');

export const firstFreeSentence = (letters: number): string =>
  n(letters, 'Your first letter is free.', 'Your first {n} letters are free.');
