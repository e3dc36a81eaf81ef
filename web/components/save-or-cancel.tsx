import type { ReactNode } from 'react';
import { t } from '../lib/words.tsx';
import { Button } from './button.tsx';

export function SaveOrCancel({
  busy,
  onCancel,
  children,
}: {
  busy: boolean;
  onCancel: () => void;
  children?: ReactNode;
}) {
  return (
    <div className="actions">
      <Button type="submit" size="sm" busy={busy}>
        {t('Save')}
      </Button>
      <Button variant="secondary" size="sm" disabled={busy} onClick={onCancel}>
        {t('Cancel')}
      </Button>
      {children}
    </div>
  );
}
