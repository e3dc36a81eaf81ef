import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type TemplateId, templateLabel } from '../../../../shared/templates.ts';
import { Fold } from '../../../components/fold.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { productName } from '../../../lib/product-name.ts';
import { currentWords, t } from '../../../lib/words.tsx';
import { BackButton } from '../back-button.tsx';
import { LetterView } from '../letter-frame/letter-view.tsx';
import { MailWindow } from '../letter-frame/mail-window.tsx';
import { templatesQuery } from '../letter-frame/templates-query.ts';
import { letterMail, type Sender } from '../letter-mail.ts';
import { languageOf, useLetterWords } from '../letter-words.ts';
import { StepAction } from '../step-action.tsx';
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
  const { state, dispatch } = wizard;
  const { template, message, photos, recipient } = state;
  const messageId = useId();
  const templates = useQuery(templatesQuery);
  const { words } = useLetterWords(languageOf(recipient));
  const renderTemplate = templates.data?.renderTemplate;
  // The miniatures keep the letter as it was when the step was entered.
  const [entered] = useState(() => ({ state, writtenOn: new Date() }));
  const small = (id: TemplateId) =>
    renderTemplate?.(
      id,
      letterMail(entered.state, {
        words,
        sender,
        productName: productName(),
        productUrl: location.origin,
        writtenOn: entered.writtenOn,
        size: 'thumbnail',
      }),
    ) ?? '';
  const live = t('Live preview: {template}', { template: templateLabel(template, currentWords()) });
  return (
    <div className={classNames(layout.work, styles.step)}>
      <section>
        <TemplatePicker
          render={renderTemplate ? small : null}
          photoCount={photos.length}
          words={words}
          chosen={template}
          onChoose={(id) => dispatch({ type: 'changed', change: { template: id } })}
        />
        <MessageField id={messageId} wizard={wizard} />
        <Fold className="mt3" label={t('Details')}>
          <FrameFields {...wizard} />
        </Fold>
      </section>
      <aside className={layout.side} aria-label={t('Preview')}>
        <MailWindow state={state} sender={sender} headClassName={styles.mailHead}>
          {/* It scrolls, so the keyboard must be able to reach it. */}
          <section
            className={styles.view}
            aria-label={live}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
            tabIndex={0}
          >
            <LetterView state={state} sender={sender} title={live} />
          </section>
        </MailWindow>
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
