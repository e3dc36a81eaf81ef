import type { ReactNode } from 'react';
import { leaveFocus } from '../lib/focus-at-first.ts';
import { t } from '../lib/words.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ReadFailureProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
  title: string;
  again?: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** In the place of what could not be read. */
export function ReadFailure({ query, title, again = t('Retry'), className, children }: ReadFailureProps) {
  if (!query.isError) return null;
  return (
    <Notice
      tone="error"
      title={title}
      className={className}
      actions={
        <Button
          ref={leaveFocus}
          variant="secondary"
          size="sm"
          busy={query.isFetching}
          onClick={() => query.refetch()}
        >
          {again}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
