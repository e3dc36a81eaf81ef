import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidate } from './queries.ts';
import { newQueryClient } from './query-client.ts';

it('a letter that came makes the number of letters stale, which is none in an empty mailbox', async () => {
  const queryClient = newQueryClient();
  queryClient.setQueryData(['/api/letter-totals'], { letters: 0, received: 0 });
  await invalidate(queryClient, ['reply']);
  expect(queryClient.getQueryState(['/api/letter-totals'])?.isInvalidated).toBe(true);
});

it('what is on its way for the first time as it changes is read again: its answer may be of before the change', async () => {
  const queryClient = newQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const letters = {
    queryKey: ['/api/letters'] as const,
    queryFn: () => answers[asked++]?.promise ?? 'asked too often',
  };
  const leave = new QueryObserver(queryClient, letters).subscribe(() => {});
  const read = invalidate(queryClient, ['letter']);
  answers[0]?.resolve('before');
  answers[1]?.resolve('after');
  await read;
  expect(queryClient.getQueryData(letters.queryKey)).toBe('after');
  leave();
});

it('what nobody looks at any more as its first answer comes is read again when it is used', async () => {
  const queryClient = newQueryClient();
  const early = Promise.withResolvers<string>();
  const letters = { queryKey: ['/api/letters'] as const, queryFn: () => early.promise };
  const leave = new QueryObserver(queryClient, letters).subscribe(() => {});
  const read = invalidate(queryClient, ['letter']);
  leave();
  early.resolve('before');
  await read;
  expect(queryClient.getQueryState(letters.queryKey)).toMatchObject({ data: 'before', isInvalidated: true });
});

it('what nobody looks at is read again when it is used, though it was on its way as it changed', async () => {
  const queryClient = newQueryClient();
  const early = Promise.withResolvers<string>();
  const passkeys = { queryKey: ['/api/passkeys'] as const, queryFn: () => early.promise };
  const prefetched = queryClient.prefetchQuery(passkeys);
  await invalidate(queryClient, ['passkeys']);
  early.resolve('before');
  await prefetched;
  const later = { ...passkeys, queryFn: () => 'after' };
  expect(await queryClient.fetchQuery(later)).toBe('after');
});

it('what a link waits for comes, though it changed meanwhile', async () => {
  const queryClient = newQueryClient();
  const early = Promise.withResolvers<string>();
  const book = { queryKey: ['/api/recipients'] as const, queryFn: () => early.promise };
  const fetched = queryClient.fetchQuery(book);
  await invalidate(queryClient, ['address book']);
  early.resolve('before');
  expect(await fetched).toBe('before');
});
