import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/words.tsx';

interface BackButtonProps {
  onClick: () => void;
  disabled?: boolean;
  className?: string | undefined;
}

export function BackButton({ onClick, disabled = false, className }: BackButtonProps) {
  return (
    <Button variant="secondary" disabled={disabled} className={className} onClick={onClick}>
      <Icon name="back" />
      {t('Back')}
    </Button>
  );
}
