import { queryOptions } from '@tanstack/react-query';
import { letterList } from '../../../shared/letters.ts';
import { read } from '../../lib/api.ts';

/** In the order of the recipients. Events of letters make it stale. Errors: `ApiFailure`. */
export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['/api/letters', 'batch', batchId],
    queryFn: () => read(`/api/letters?batch=${batchId}`, letterList),
    refetchOnMount: 'always',
  });
