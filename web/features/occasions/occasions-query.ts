import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type NewOccasionBody,
  type Occasion,
  occasion,
  occasionList,
  type ReminderSettings,
  reminderSettings,
} from '../../../shared/occasions.ts';
import { write } from '../../lib/api.ts';
import { callKeys } from '../../lib/idempotency-key.ts';
import { queryOf, useInvalidation } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';
import { useAction, useActionOnEach } from '../../lib/use-action.ts';

const settingsQuery = queryOf('/api/reminder-settings', reminderSettings);

/** In the order of the year. */
export const useOccasions = () => useQuery(queryOf('/api/occasions', occasionList));

/** Birthdays by the id of their entry in the address book. */
export function useBirthdays(): ReadonlyMap<number, Occasion> {
  const { data } = useOccasions();
  return useMemo(
    () =>
      new Map((data ?? []).filter(({ kind }) => kind === 'birthday').map((day) => [day.recipientId, day])),
    [data],
  );
}

/** Adds a day (without an id), changes or deletes one. */
export function useOccasionChanges() {
  const invalidate = useInvalidation();
  const refresh = () => invalidate('days');
  const [keys] = useState(callKeys);
  const add = async (body: NewOccasionBody) => {
    await write('POST', '/api/occasions', body, occasion, { idempotencyKey: keys.keyFor(body) });
    keys.answered();
  };
  const save = useAction('The day was not saved', (id: number | null, day: NewOccasionBody) => {
    const { recipientId: _, ...body } = day;
    return (id === null ? add(day) : write('PUT', `/api/occasions/${id}`, body, occasion)).finally(refresh);
  });
  const removal = useActionOnEach('The day was not deleted', (id: number) =>
    // The same day added again afterwards is a new one, so it needs a new key.
    remove(`/api/occasions/${id}`).then(keys.answered).finally(refresh),
  );
  return { save, removal };
}

export function useReminderSettings() {
  const queryClient = useQueryClient();
  const query = useQuery(settingsQuery);
  const ask = (wanted: Pick<ReminderSettings, 'days' | 'silence'> | 'new address' | 'no address') => {
    const feed = '/api/reminder-settings/feed';
    if (wanted === 'new address') return write('POST', feed, undefined, reminderSettings);
    if (wanted === 'no address') return write('DELETE', feed, undefined, reminderSettings);
    return write('PUT', '/api/reminder-settings', wanted, reminderSettings);
  };
  const change = useAction('The settings were not changed', async (wanted: Parameters<typeof ask>[0]) =>
    queryClient.setQueryData(settingsQuery.queryKey, await ask(wanted)),
  );
  return { query, change };
}
