import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { newQueryClient } from '../../lib/query-client.ts';
import { recipientsQuery, useRecipientChanges } from './recipients-query.ts';

afterEach(() => vi.unstubAllGlobals());

const bea = {
  id: 1,
  name: 'Bea',
  email: 'bea@example.org',
  greetingName: '',
  timeZone: null,
  language: null,
};

it.each([
  ['once more', true],
  ['for the first time', false],
])('list: whom somebody adds while it is read %s stays in it', async (_, isKnown) => {
  const early = Promise.withResolvers<Response>();
  const reads = [early.promise, Promise.resolve(Response.json([bea]))];
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }) =>
    method === 'POST' ? Response.json(bea) : reads.shift(),
  );
  const client = newQueryClient();
  if (isKnown) client.setQueryData(recipientsQuery.queryKey, []);
  const leave = new QueryObserver(client, recipientsQuery).subscribe(() => {});
  if (isKnown) void client.invalidateQueries(recipientsQuery);
  await vi.waitUntil(() => reads.length === 1);
  let add: ReturnType<typeof useRecipientChanges>['add'] | undefined;
  const Part = () => {
    ({ add } = useRecipientChanges());
    return null;
  };
  renderToString(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );
  await add?.({ name: 'Bea', email: 'bea@example.org' });
  early.resolve(Response.json([]));
  await vi.waitUntil(() => client.isFetching() === 0);
  expect(client.getQueryData(recipientsQuery.queryKey)).toEqual([bea]);
  leave();
});
