import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../lib/query-client.ts';
import { useFoundLetters, useLetters, useThread, useWaiting } from './letters-queries.ts';

it.each([
  ['a recipient', useWaiting, () => useLetters('waiting')],
  ['a conversation', () => useFoundLetters('thread'), () => useThread('found')],
])('letters: %s of any name that stands in an address has a query of its own', (_, useFirst, useSecond) => {
  const client = newQueryClient();
  const dataOf = (useIt: () => { data: unknown }) => {
    const data: unknown[] = [];
    const Part = () => {
      data.push(useIt().data);
      return null;
    };
    renderToString(
      <QueryClientProvider client={client}>
        <Part />
      </QueryClientProvider>,
    );
    return data;
  };
  dataOf(useFirst);
  for (const { queryKey } of client.getQueryCache().getAll()) client.setQueryData(queryKey, []);
  expect(dataOf(useSecond)).toEqual([undefined]);
});
