import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { newQueryClient } from './query-client.ts';

it('query client: never refetches by itself', () => {
  const { queries, mutations } = newQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
  expect(mutations?.retry).toBe(false);
});

it('query client: what could not be read stays so while it is tried again, until a later visit', async () => {
  const client = newQueryClient();
  let answer = Promise.withResolvers<string>();
  const queryFn = () => answer.promise;
  const watch = () => {
    const observer = new QueryObserver(client, { queryKey: ['templates'], queryFn });
    return {
      read: () => observer.getCurrentResult(),
      refetch: observer.refetch,
      end: observer.subscribe(() => {}),
    };
  };
  const first = watch();
  expect(first.read()).toMatchObject({ status: 'pending', error: null });
  const failure = new Error('500');
  answer.reject(failure);
  await expect.poll(() => first.read()).toMatchObject({ status: 'error', isFetching: false });
  answer = Promise.withResolvers<string>();
  void first.refetch();
  expect(first.read()).toMatchObject({ status: 'error', error: failure, isFetching: true });
  answer.reject(failure);
  await expect.poll(() => first.read().isFetching).toBe(false);
  first.end();
  answer = Promise.withResolvers<string>();
  const later = watch();
  expect(later.read()).toMatchObject({ status: 'pending', error: null, isFetching: true });
  answer.resolve('read');
  await expect.poll(() => later.read()).toMatchObject({ status: 'success', data: 'read', error: null });
  later.end();
});
