import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type NewOccasionBody,
  type Occasion,
  type OccasionBody,
  occasion,
  occasionList,
  type ReminderSettings,
  reminderSettings,
} from '../../../shared/occasions.ts';
import { read, write } from '../../lib/api.ts';

/** Query key of all days to remember. */
export const occasionsKey = ['/api/occasions'];
const settingsKey = ['/api/reminder-settings'];

/** All days to remember of the signed-in person, in the order of the year. */
export function useOccasions() {
  return useQuery({ queryKey: occasionsKey, queryFn: () => read('/api/occasions', occasionList) });
}

/** Adds a day (without an id), changes or deletes one. */
export function useOccasionChanges() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: occasionsKey });
  const save = useMutation({
    mutationFn: ({ id, recipientId, ...body }: OccasionBody & { id: number | null; recipientId: number }) => {
      const added: NewOccasionBody = { recipientId, ...body };
      return id === null
        ? write('POST', '/api/occasions', added, occasion)
        : write('PUT', `/api/occasions/${id}`, body, occasion);
    },
    onError: (cause) => console.error('The day was not saved', cause),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Pick<Occasion, 'id'>) =>
      write('DELETE', `/api/occasions/${id}`, undefined, z.undefined()),
    onError: (cause) => console.error('The day was not deleted', cause),
    onSettled: refresh,
  });
  return { save, remove };
}

/** What a person wants to hear of their days. */
export function useReminderSettings() {
  const queryClient = useQueryClient();
  const settings = useQuery({
    queryKey: settingsKey,
    queryFn: () => read('/api/reminder-settings', reminderSettings),
  });
  const change = useMutation({
    mutationFn: (wanted: Pick<ReminderSettings, 'days' | 'silence'> | 'new address' | 'no address') => {
      const feed = '/api/reminder-settings/feed';
      if (wanted === 'new address') return write('POST', feed, undefined, reminderSettings);
      if (wanted === 'no address') return write('DELETE', feed, undefined, reminderSettings);
      return write('PUT', '/api/reminder-settings', wanted, reminderSettings);
    },
    onSuccess: (changed) => queryClient.setQueryData(settingsKey, changed),
    onError: (cause) => console.error('The settings were not changed', cause),
  });
  return { settings: settings.data, change };
}
