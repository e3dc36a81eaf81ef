import { queryOptions, useQuery } from '@tanstack/react-query';
import { recipientList } from '../../../shared/recipients.ts';
import { read } from '../../lib/api.ts';

/** Query key of the address book. */
export const recipientsKey = ['/api/recipients'] as const;

export const recipientsQuery = queryOptions({
  queryKey: recipientsKey,
  queryFn: () => read('/api/recipients', recipientList),
});

/** The address book of the signed-in person, most recently used first. Errors: `ApiFailure`. */
export function useRecipients(enabled = true) {
  return useQuery({ ...recipientsQuery, enabled });
}
