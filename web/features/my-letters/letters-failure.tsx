import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiFailure } from '../../lib/api.ts';

interface LettersFailureProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Shown where letters could not be loaded (spec section 8). */
export function LettersFailure({ error, busy, onRetry }: LettersFailureProps) {
  return (
    <Notice
      tone="error"
      title={`Error loading letters: ${lettersFailureMessage(error)}`}
      actions={
        <Button variant="secondary" size="sm" busy={busy} onClick={() => onRetry()}>
          Retry
        </Button>
      }
    />
  );
}

/** The message of spec section 8 for letters that could not be loaded. */
export function lettersFailureMessage(error: unknown): string {
  const responded = error instanceof ApiFailure && error.status > 0;
  return responded ? `Failed to fetch letters: ${error.status}` : 'Failed to fetch letters';
}
