import { useQuery } from '@tanstack/react-query';
import { recipientList } from '../../../shared/recipients.ts';
import { read } from '../../lib/api.ts';

/** Where the address book lies in the query cache. */
export const recipientsKey = ['/api/recipients'] as const;

/** The address book of whoever is signed in, most recently used first. Errors: `ApiFailure`. */
export function useRecipients() {
  return useQuery({ queryKey: recipientsKey, queryFn: () => read('/api/recipients', recipientList) });
}
