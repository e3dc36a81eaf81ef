import { queryOptions, useQuery } from '@tanstack/react-query';
import { recipientList } from '../../../shared/recipients.ts';
import { read } from '../../lib/api.ts';

export const recipientsKey = ['/api/recipients'] as const;

export const recipientsQuery = queryOptions({
  queryKey: recipientsKey,
  queryFn: () => read('/api/recipients', recipientList),
});

/** Most recently used first. Errors: `ApiFailure`. */
export function useRecipients(enabled = true) {
  return useQuery({ ...recipientsQuery, enabled });
}
