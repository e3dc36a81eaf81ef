import { useQueryClient } from '@tanstack/react-query';
import { type Recipient, type RecipientBody, recipient } from '../../../../shared/recipients.ts';
import { write } from '../../../lib/api.ts';
import { remove } from '../../../lib/remove.ts';
import { recipientsQuery, useRecipients } from '../recipients-query.ts';

export function useAddressBook() {
  const queryClient = useQueryClient();
  const query = useRecipients();
  const update = (change: (book: readonly Recipient[]) => Recipient[]) =>
    queryClient.setQueryData(recipientsQuery.queryKey, (book) => book && change(book));

  return {
    /** entries: most recently used first */
    query,
    /** @throws {ApiFailure} 400 with fields */
    add: async (entry: RecipientBody) => {
      const added = await write('POST', '/api/recipients', entry, recipient);
      update((book) => [added, ...book.filter(({ id }) => id !== added.id)]);
      return added;
    },
    /** @throws {ApiFailure} 400 with fields, 409 when another entry has the address */
    change: async ({ id, ...body }: RecipientBody & { id: number }) => {
      const changed = await write('PUT', `/api/recipients/${id}`, body, recipient);
      update((book) => book.map((entry) => (entry.id === id ? changed : entry)));
    },
    remove: async (id: number) => {
      await remove(`/api/recipients/${id}`);
      update((book) => book.filter((entry) => entry.id !== id));
    },
  };
}
