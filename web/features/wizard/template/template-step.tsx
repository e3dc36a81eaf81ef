import { useId } from 'react';
import { templateLabel } from '../../../../shared/templates.ts';
import { Fold } from '../../../components/fold.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { currentWords, t } from '../../../lib/words.tsx';
import { MailWindow } from '../letter-frame/mail-window.tsx';
import type { Sender } from '../letter-mail.ts';
import { BackButton, StepAction } from '../step-action.tsx';
import layout from '../step-layout.module.css';
import { isMessageTooLong } from '../wizard-state.ts';
import type { Wizard } from '../wizard-store.ts';
import { MessageField } from './message-field.tsx';
import { TemplatePicker } from './template-picker.tsx';
import styles from './template-step.module.css';

const FrameFields = lazyPart(async () => (await import('./frame-fields.tsx')).default);

interface TemplateStepProps {
  wizard: Wizard;
  sender: Sender;
  onBack: () => void;
  onContinue: () => void;
}

export function TemplateStep({ wizard, sender, onBack, onContinue }: TemplateStepProps) {
  const { state } = wizard;
  const { template, message } = state;
  const messageId = useId();
  const live = t('Live preview: {template}', { template: templateLabel(template, currentWords()) });
  return (
    <div className={classNames(layout.work, styles.step)}>
      <section>
        <TemplatePicker wizard={wizard} sender={sender} />
        <MessageField id={messageId} wizard={wizard} />
        <Fold className="mt3" label={t('Details')}>
          <FrameFields {...wizard} />
        </Fold>
      </section>
      <aside className={layout.side} aria-label={t('Preview')}>
        <MailWindow state={state} sender={sender} title={live} scrolls />
        <div className={classNames(layout.dock, layout.between, styles.dock)} data-dock>
          <BackButton onClick={onBack} />
          <StepAction
            whyNot={isMessageTooLong(message) ? t('The message is too long.') : null}
            place={() => document.getElementById(messageId)}
            onClick={onContinue}
          >
            {t('Preview')}
          </StepAction>
        </div>
      </aside>
    </div>
  );
}
