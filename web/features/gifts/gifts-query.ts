import { useQuery } from '@tanstack/react-query';
import { giftOverview } from '../../../shared/gifts.ts';
import { queryOf } from '../../lib/queries.ts';
import { useUser } from '../identity/use-user.ts';

export const giftsQuery = queryOf('/api/gifts', giftOverview);

/** Once the person's record is there: who has just signed up has none for a moment. */
export function useGifts() {
  const { user } = useUser();
  return useQuery({ ...giftsQuery, enabled: user !== null });
}
