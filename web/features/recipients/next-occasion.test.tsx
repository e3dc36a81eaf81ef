import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newQueryClient } from '../../lib/query-client.ts';
import { NextOccasion } from './next-occasion.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

it('next occasion: of somebody who is in the address book, where another one’s was read before they left it', () => {
  const client = newQueryClient();
  const birthday = (recipientId: number, day: number) => ({
    id: recipientId,
    recipientId,
    kind: 'birthday',
    label: '',
    month: 3,
    day,
    year: null,
    remindDays: 7,
  });
  client.setQueryData(['/api/occasions'], [birthday(1, 12), birthday(2, 14)]);
  client.setQueryData(['/api/recipients'], [{ id: 2, name: 'Bea Lindqvist', greetingName: 'Bea' }]);
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NextOccasion />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(shown).toContain('/?to=2&amp;arrive=2026-03-14');
});
