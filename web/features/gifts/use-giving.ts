import { useQueryClient } from '@tanstack/react-query';
import { type GiftOverview, type GiveStampsBody, giftOverview } from '../../../shared/gifts.ts';
import { write } from '../../lib/api.ts';
import { useRefreshBalance } from '../identity/refresh-balance.ts';
import { giftsQuery } from './gifts-query.ts';

export function useGiving() {
  const queryClient = useQueryClient();
  const refreshBalance = useRefreshBalance();

  function changed(overview: GiftOverview) {
    queryClient.setQueryData(giftsQuery.queryKey, overview);
    void refreshBalance('gift');
  }

  return {
    give: async (body: GiveStampsBody, idempotencyKey: string) =>
      changed(await write('POST', '/api/gifts', body, giftOverview, { idempotencyKey })),
    takeBack: async (id: string) =>
      changed(await write('DELETE', `/api/gifts/${id}`, undefined, giftOverview)),
  };
}
