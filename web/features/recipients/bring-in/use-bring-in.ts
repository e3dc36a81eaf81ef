import { IMPORTED_AT_ONCE } from '../../../../shared/limits.ts';
import { importAnswer, undoImportAnswer } from '../../../../shared/recipients.ts';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { entryOf, type JudgedRow } from './judge-people.ts';

export interface BroughtIn {
  recipients: number[];
  birthdays: number[];
  /** number of birthdays that did not fit */
  birthdaysLeft: number;
  /** who was not added, and why: a sentence for `say` */
  refused: { name: string; message: string }[];
}

export function useBringIn() {
  const invalidate = useInvalidation();
  const refresh = () => invalidate('imported people');

  return {
    /**
     * Adds people in several calls. If one fails, those of the earlier calls stay, and the table shows them as here already.
     * @param all collects what was added, also if a later call fails
     * @throws {ApiFailure} 409 when they do not all fit
     */
    bringIn: async (rows: readonly JudgedRow[], all: BroughtIn): Promise<void> => {
      try {
        for (const part of partsOf(rows)) {
          const body = { entries: part.map(entryOf) };
          const answer = await write('POST', '/api/recipients/import', body, importAnswer, {
            idempotencyKey: newIdempotencyKey(),
          });
          all.recipients.push(...answer.added.map(({ id }) => id));
          all.birthdays.push(...answer.birthdays);
          all.birthdaysLeft += answer.birthdaysLeft;
          all.refused.push(
            ...answer.refused.map(({ index, message }) => ({ name: part[index]?.name ?? '', message })),
          );
        }
      } finally {
        await refresh();
      }
    },
    /** Undoes the import, except for people to whom a letter was written meanwhile. */
    takeBack: async ({ recipients, birthdays }: BroughtIn): Promise<void> => {
      const days = partsOf(birthdays);
      try {
        for (const [at, part] of partsOf(recipients, days.length).entries()) {
          const body = { recipients: part, birthdays: days[at] ?? [] };
          await write('POST', '/api/recipients/import/undo', body, undoImportAnswer);
        }
      } finally {
        await refresh();
      }
    },
  };
}

/** Splits into parts that one call accepts, and adds empty ones up to `atLeast` parts. */
function partsOf<Item>(items: readonly Item[], atLeast = 0): Item[][] {
  const count = Math.max(atLeast, Math.ceil(items.length / IMPORTED_AT_ONCE));
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * IMPORTED_AT_ONCE, (at + 1) * IMPORTED_AT_ONCE),
  );
}
