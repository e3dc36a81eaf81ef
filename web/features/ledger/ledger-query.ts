import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ledgerPage } from '../../../shared/credits.ts';
import { read } from '../../lib/api.ts';
import { useUser } from '../identity/use-user.ts';

const ENTRIES_A_PAGE = 25;

/** Read again at each visit: letters and payments add entries. */
export function useLedger() {
  const { user, error, loading } = useUser();
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['ledger', user?.id],
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return read(`/api/ledger?limit=${ENTRIES_A_PAGE}${cursor}`, ledgerPage);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: user !== null,
    gcTime: 0,
  });
  const pages = query.data?.pages;
  return {
    entries: pages?.flatMap(({ entries }) => entries) ?? null,
    credits: pages?.[0]?.credits ?? null,
    failed: query.isError || (!loading && error !== null),
    more: query.hasNextPage,
    fetching: query.isFetching || loading,
    fetchMore: () => void query.fetchNextPage(),
    retry: () => {
      if (user === null) void queryClient.refetchQueries({ queryKey: ['user'] });
      else if (pages) void query.fetchNextPage();
      else void query.refetch();
    },
  };
}
