import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../lib/query-client.ts';
import { ReminderChoices } from './reminder-choices.tsx';

it('reminders: settings that could not be read are no empty dialog', () => {
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { retryOnMount: false } });
  client
    .getQueryCache()
    .build(client, { queryKey: ['/api/reminder-settings'] })
    .setState({ status: 'error', error: new TypeError('Failed to fetch') });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ReminderChoices />
    </QueryClientProvider>,
  );
  expect(html).toContain('This could not be fetched.');
  expect(html).toContain('Retry');
});
