import { useQuery } from '@tanstack/react-query';
import { suppressionList } from '../../../shared/suppressions.ts';
import { read } from '../../lib/api.ts';

const suppressionsKey = ['/api/suppressions'] as const;

/** Mail to these addresses bounced. Errors: `ApiFailure`. */
export function useSuppressions() {
  return useQuery({
    queryKey: suppressionsKey,
    queryFn: () => read('/api/suppressions', suppressionList),
    // A bounce arrives without this browser doing anything.
    staleTime: 0,
  });
}
