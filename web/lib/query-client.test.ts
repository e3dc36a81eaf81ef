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
