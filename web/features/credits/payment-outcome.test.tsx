import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../lib/query-client.ts';
import { PersonContext } from '../identity/use-person.ts';
import { PaymentSucceeded } from './payment-outcome.tsx';

it('payment: one that is known to be paid stays so where it cannot be asked for again', () => {
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false } });
  const queryKey = ['checkout', 'cs_1'] as const;
  client.setQueryData(queryKey, { status: 'paid', credits: 5, amount: 500, test: false });
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new TypeError('Failed to fetch') });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PersonContext value={{ person: null, identity: () => Promise.reject(new Error('Not asked for')) }}>
        <MemoryRouter initialEntries={['/payment/success?session_id=cs_1']}>
          <PaymentSucceeded waiting={null} />
        </MemoryRouter>
      </PersonContext>
    </QueryClientProvider>,
  );
  expect(html).toContain('Payment Successful');
});
