import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newQueryClient } from '../../lib/query-client.ts';
import { NextOccasion } from './next-occasion.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

const birthday = (recipientId: number, month: number, day: number) => ({
  id: recipientId,
  recipientId,
  kind: 'birthday',
  label: '',
  month,
  day,
  year: null,
  remindDays: 7,
});
const BEA = { id: 2, name: 'Bea Lindqvist', greetingName: 'Bea' };

function shown(days: ReturnType<typeof birthday>[]): string {
  const client = newQueryClient();
  client.setQueryData(['/api/occasions'], days);
  client.setQueryData(['/api/recipients'], [BEA]);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NextOccasion />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('next occasion: of somebody who is in the address book, where another one’s was read before they left it', () => {
  expect(shown([birthday(1, 3, 12), birthday(2, 3, 14)])).toContain('/?to=2&amp;arrive=2026-03-14');
});

it('next occasion: 29 February is the 28th in a year without it, as in the mails', () => {
  vi.setSystemTime(new Date('2027-02-27T12:00:00Z'));
  expect(shown([birthday(2, 2, 29)])).toMatch(/arrive=2027-02-28.*tomorrow/);
});
