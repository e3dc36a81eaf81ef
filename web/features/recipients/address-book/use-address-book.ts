import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { type Recipient, type RecipientBody, recipient } from '../../../../shared/recipients.ts';
import { ApiFailure, write } from '../../../lib/api.ts';
import { recipientsKey, useRecipients } from '../recipients-query.ts';

/** The saved recipients and their changes; the recipient step shows the same query. */
export function useAddressBook() {
  const queryClient = useQueryClient();
  const { data, isError, isFetching, refetch } = useRecipients();
  const update = (change: (book: readonly Recipient[]) => Recipient[]) =>
    queryClient.setQueryData<Recipient[]>(recipientsKey, (book) => book && change(book));

  return {
    /** most recently used first; null until fetched */
    entries: data ?? null,
    failed: isError && !data,
    fetching: isFetching,
    retry: () => void refetch(),
    /** @throws {ApiFailure} 400 with fields */
    add: async (entry: RecipientBody) => {
      const added = await write('POST', '/api/recipients', entry, recipient);
      update((book) => [added, ...book.filter(({ id }) => id !== added.id)]);
    },
    /** @throws {ApiFailure} 400 with fields, 409 when another entry has the address */
    change: async ({ id, ...body }: RecipientBody & { id: number }) => {
      const changed = await write('PUT', `/api/recipients/${id}`, body, recipient);
      update((book) => book.map((entry) => (entry.id === id ? changed : entry)));
    },
    /** 404 is no failure: the response to an earlier attempt may have been lost. */
    remove: async (id: number) => {
      try {
        await write('DELETE', `/api/recipients/${id}`, undefined, z.undefined());
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      }
      update((book) => book.filter((entry) => entry.id !== id));
    },
  };
}
