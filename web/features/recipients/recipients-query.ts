import { useQuery } from '@tanstack/react-query';
import { recipientList } from '../../../shared/recipients.ts';
import { queryOf } from '../../lib/queries.ts';

export const recipientsQuery = queryOf('/api/recipients', recipientList);

/** Most recently used first. */
export function useRecipients(enabled = true) {
  return useQuery({ ...recipientsQuery, enabled });
}
