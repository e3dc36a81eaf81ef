import { expect, it } from 'vitest';
import { invalidate } from './queries.ts';
import { newQueryClient } from './query-client.ts';

it('a letter that came makes the number of letters stale, which is none in an empty mailbox', async () => {
  const queryClient = newQueryClient();
  queryClient.setQueryData(['/api/letter-totals'], { letters: 0, received: 0 });
  await invalidate(queryClient, ['reply']);
  expect(queryClient.getQueryState(['/api/letter-totals'])?.isInvalidated).toBe(true);
});
