import { useMemo } from 'react';
import type { Occasion } from '../../../shared/occasions.ts';
import { useOccasions } from './occasions-query.ts';

/** The birthdays that are kept, by the number of the entry in the address book. */
export function useBirthdays(): ReadonlyMap<number, Occasion> {
  const { data } = useOccasions();
  return useMemo(
    () =>
      new Map((data ?? []).filter(({ kind }) => kind === 'birthday').map((day) => [day.recipientId, day])),
    [data],
  );
}
