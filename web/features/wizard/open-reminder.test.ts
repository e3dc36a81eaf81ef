import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { aFinishedLetter, memoryStorage } from '../../../test/web/wizard.ts';
import { recipientsQuery } from '../recipients/recipients-query.ts';
import { openReminder } from './open-reminder.ts';
import { NOBODY } from './recipients.ts';
import { createWizardStore } from './wizard-store.ts';

it('openReminder: a letter to several people keeps them and its time, though the envelope names nobody', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queryClient.setQueryData(recipientsQuery.queryKey, [
    { id: 7, name: 'Tom', email: 'tom@example.org', greetingName: '' },
  ]);
  const { recipient } = aFinishedLetter();
  const others = [recipient, { ...recipient, name: '', email: 'bea@example.org' }];
  const store = createWizardStore(memoryStorage(), 'maren');
  const letter = aFinishedLetter({ recipient: NOBODY, others });
  store.dispatch({ type: 'resumed', letter });
  const toast = vi.fn();
  await openReminder(new URLSearchParams('to=7&arrive=2999-12-24'), store, queryClient, toast);
  expect(store.get()).toEqual(letter);
  expect(toast.mock.calls[0]?.[0].title).toBe('Your letter to Ilse Brandt and 1 other is on the desk');
});
