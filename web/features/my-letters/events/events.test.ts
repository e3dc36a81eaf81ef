import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryInvalidator } from './events.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('queryInvalidator: collects events and refetches only the queries they change, one round at a time', async () => {
  const client = new QueryClient();
  const rounds: string[][] = [];
  let finish = () => {};
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    const names = [
      '/api/replies',
      '/api/unread',
      '/api/letters',
      '/api/letter-totals',
      'user',
      'ledger',
      'templates',
    ] as const;
    client.clear();
    for (const path of names) client.setQueryData([path, 'x'], 1);
    rounds.push(
      client
        .getQueryCache()
        .findAll(filters ?? {})
        .map(({ queryKey }) => String(queryKey[0])),
    );
    await new Promise<void>((resolve) => (finish = resolve));
  });
  const onEvent = queryInvalidator(client);
  for (let n = 0; n < 50; n++) onEvent({ type: 'reply', conversationId: 'c', letterId: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toEqual([['/api/replies', '/api/unread', '/api/letter-totals']]);

  onEvent({ type: 'letter', id: 1, status: 'sent' });
  onEvent({ type: 'letter', id: 1, status: 'bounced' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toHaveLength(1);
  finish();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds[1]).toEqual(['/api/letters', '/api/letter-totals', 'user', 'ledger']);
  finish();
});
