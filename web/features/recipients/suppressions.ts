import { useQuery } from '@tanstack/react-query';
import { suppressionList } from '../../../shared/suppressions.ts';
import { queryOf } from '../../lib/queries.ts';

/** Mail to these addresses bounced. */
export function useSuppressions() {
  return useQuery({
    ...queryOf('/api/suppressions', suppressionList),
    // A bounce arrives without this browser doing anything.
    staleTime: 0,
  });
}
