import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { lettersFailure } from './letters-queries.ts';

interface LettersFailureProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** What stands where letters could not be loaded (spec section 8). */
export function LettersFailure({ error, busy, onRetry }: LettersFailureProps) {
  return (
    <Notice
      tone="error"
      title={`Error loading letters: ${lettersFailure(error)}`}
      actions={
        <Button variant="secondary" size="sm" busy={busy} onClick={() => onRetry()}>
          Retry
        </Button>
      }
    />
  );
}
