import { useQuery } from '@tanstack/react-query';
import { type Recipient, type RecipientBody, recipient, recipientList } from '../../../shared/recipients.ts';
import { queryOf } from '../../lib/queries.ts';
import { useListChanges } from './use-list-changes.ts';

export const recipientsQuery = queryOf('/api/recipients', recipientList);

/** Most recently used first. */
export const useRecipients = (enabled = true) => useQuery({ ...recipientsQuery, enabled });

export const useRecipientChanges = () =>
  useListChanges<RecipientBody, Recipient>('/api/recipients', recipient);
