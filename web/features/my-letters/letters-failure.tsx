import type { ComponentProps } from 'react';
import { ReadFailure } from '../../components/read-failure.tsx';
import { ApiFailure } from '../../lib/api.ts';
import { t } from '../../lib/words.tsx';

type Query = ComponentProps<typeof ReadFailure>['query'] & { error: unknown };

export function LettersFailure({ query }: { query: Query }) {
  const { error } = query;
  // The sentences are those of spec section 8.
  const reason =
    error instanceof ApiFailure
      ? t('Failed to fetch letters: {status}', { status: String(error.status) })
      : t('Failed to fetch letters');
  return <ReadFailure query={query} title={t('Error loading letters: {reason}', { reason })} />;
}
