import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type GiftOverview, type GiveStampsBody, giftOverview } from '../../../shared/gifts.ts';
import { write } from '../../lib/api.ts';
import { queryOf, useInvalidation } from '../../lib/queries.ts';
import { useUser } from '../identity/use-user.ts';

const giftsQuery = queryOf('/api/gifts', giftOverview);

/** Once the person's record is there: who has just signed up has none for a moment. */
export function useGifts() {
  const { user } = useUser();
  return useQuery({ ...giftsQuery, enabled: user !== null });
}

export function useGiving() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();

  function changed(overview: GiftOverview) {
    queryClient.setQueryData(giftsQuery.queryKey, overview);
    void invalidate('gift');
  }

  return {
    give: async (body: GiveStampsBody, idempotencyKey: string) =>
      changed(await write('POST', '/api/gifts', body, giftOverview, { idempotencyKey })),
    takeBack: async (id: string) =>
      changed(await write('DELETE', `/api/gifts/${id}`, undefined, giftOverview)),
  };
}
