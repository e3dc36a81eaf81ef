import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../../lib/query-client.ts';
import { Groups } from './groups.tsx';

it('groups: those that could not be read are not shown as none', () => {
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { retryOnMount: false } });
  client
    .getQueryCache()
    .build(client, { queryKey: ['/api/recipient-groups'] })
    .setState({ status: 'error', error: new TypeError('Failed to fetch') });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Groups people={[]} />
    </QueryClientProvider>,
  );
  expect(html).toContain('This could not be fetched.');
});
