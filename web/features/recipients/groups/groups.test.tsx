import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../../lib/query-client.ts';
import { Groups } from './groups.tsx';

it.each([
  ['those that could not be read are not shown as none', undefined],
  ['that there are none stays known where they cannot be read again', []],
])('groups: %s', (_, known) => {
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { retryOnMount: false } });
  client
    .getQueryCache()
    .build(client, { queryKey: ['/api/recipient-groups'] })
    .setState({ status: 'error', data: known, error: new TypeError('Failed to fetch') });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Groups people={[]} />
    </QueryClientProvider>,
  );
  expect(html.includes('This could not be fetched.')).toBe(known === undefined);
});
