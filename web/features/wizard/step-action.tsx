import { type ComponentProps, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/words.tsx';
import layout from './step-layout.module.css';

interface StepActionProps extends ComponentProps<typeof Button> {
  /** why the step is not complete; null when it is */
  whyNot: string | null;
  /** where that is changed; opened first if it is not shown */
  place: () => HTMLElement | null;
}

/** The main action of a step. Beside it stands why it is disabled; a press on that leads to what is missing. */
export function StepAction({ whyNot, place, ...button }: StepActionProps) {
  const id = useId();

  function showPlace() {
    const found = place();
    found?.scrollIntoView({ block: 'center' });
    found?.focus({ preventScroll: true });
  }

  const isComplete = whyNot === null;
  return (
    <>
      {isComplete ? null : (
        <p className={layout.whyNot}>
          <button type="button" className="link" id={id} onClick={showPlace}>
            {whyNot}
          </button>
        </p>
      )}
      <Button
        className={layout.onward}
        disabled={!isComplete}
        aria-describedby={isComplete ? undefined : id}
        {...button}
      />
    </>
  );
}

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
