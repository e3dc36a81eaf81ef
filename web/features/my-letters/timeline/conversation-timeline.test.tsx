import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../../lib/query-client.ts';
import { ConversationTimeline } from './conversation-timeline.tsx';

it('conversation: letters that came and could not be read are no empty mailbox', () => {
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { retryOnMount: false } });
  for (const path of ['/api/letters', '/api/replies'] as const)
    client.setQueryData([path, 'c'], { pages: [{ letters: [], replies: [] }], pageParams: [null] });
  client
    .getQueryCache()
    .build(client, { queryKey: ['/api/received-letters', 'c'] })
    .setState({ status: 'error', error: new TypeError('Failed to fetch') });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ConversationTimeline recipient="c" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain('Error loading letters: Failed to fetch letters');
  expect(html).not.toContain('No letters yet');
});
