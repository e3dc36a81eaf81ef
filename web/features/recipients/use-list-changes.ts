import { useQueryClient } from '@tanstack/react-query';
import { type ResponseParser, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { type QueryName, readAgain } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';

/** Changes entries at a path, and the cached list that was read from it. Errors: `ApiFailure`, 400 with fields. */
export function useListChanges<Body, Row extends { id: number }>(
  path: QueryName,
  schema: ResponseParser<Row>,
) {
  const queryClient = useQueryClient();
  const update = (change: (rows: readonly Row[]) => Row[]) => {
    const known = queryClient.setQueryData<Row[]>([path], (rows) => rows && change(rows));
    // The list has not been read, or is being read and may come as it was before the change.
    if (!known || queryClient.isFetching({ queryKey: [path] }) > 0)
      void readAgain(queryClient, (name) => name === path);
  };
  return {
    /** The new entry comes first in the list; one with its id is replaced. */
    add: async (body: Body) => {
      const idempotencyKey = newIdempotencyKey();
      const added = await write('POST', path, body, schema, { idempotencyKey });
      update((rows) => [added, ...rows.filter(({ id }) => id !== added.id)]);
      return added;
    },
    change: async (id: number, body: Body) => {
      const changed = await write('PUT', `${path}/${id}`, body, schema);
      update((rows) => rows.map((row) => (row.id === id ? changed : row)));
    },
    remove: async (id: number) => {
      await remove(`${path}/${id}`);
      update((rows) => rows.filter((row) => row.id !== id));
    },
  };
}
