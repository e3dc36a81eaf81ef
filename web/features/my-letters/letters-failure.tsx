import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiFailure } from '../../lib/api.ts';
import { t } from '../../lib/words.tsx';

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
      title={t('Error loading letters: {reason}', { reason: lettersFailureMessage(error) })}
      actions={
        <Button variant="secondary" size="sm" busy={busy} onClick={() => onRetry()}>
          {t('Retry')}
        </Button>
      }
    />
  );
}

/** The message of spec section 8 for letters that could not be loaded. */
export function lettersFailureMessage(error: unknown): string {
  const responded = error instanceof ApiFailure && error.status > 0;
  return responded
    ? t('Failed to fetch letters: {status}', { status: String(error.status) })
    : t('Failed to fetch letters');
}
