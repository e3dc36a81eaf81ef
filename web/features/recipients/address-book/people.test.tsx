import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../../lib/query-client.ts';
import { People } from './people.tsx';

it('address book: a character of two code units is a whole initial', () => {
  const names = ['𠮷田花子', '😀 Bea', 'Ana', 'Bo', 'Cem', 'Dan', 'Eva', 'Finn'];
  const entries = names.map((name, id) => ({ id, name, email: `p${id}@example.org`, greetingName: '' }));
  const html = renderToStaticMarkup(
    <QueryClientProvider client={newQueryClient()}>
      <MemoryRouter>
        <People entries={entries} added={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html.isWellFormed()).toBe(true);
  expect(html).toContain('>𠮷</span>');
});
