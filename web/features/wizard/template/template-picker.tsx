import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { TEMPLATES, type TemplateId } from '../../../../shared/templates.ts';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import { MINIATURE, Miniature, useWidth } from '../letter-frame/letter-frame.tsx';
import { templatesQuery } from '../letter-frame/templates-query.ts';
import { letterMail, type Sender } from '../letter-mail.ts';
import { languageOf, useLetterWords } from '../letter-words.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './template-picker.module.css';

/** Every template with this letter in it, in miniature; on a phone a row to swipe, with a button to either side. */
export function TemplatePicker({ wizard: { state, dispatch }, sender }: { wizard: Wizard; sender: Sender }) {
  const { template: chosen, photos, recipient } = state;
  const { words } = useLetterWords(languageOf(recipient));
  const render = useQuery(templatesQuery).data?.renderTemplate;
  // The miniatures keep the letter as it was when the step was entered.
  const [entered] = useState(() => ({ state, writtenOn: new Date() }));
  const onChoose = (id: TemplateId) => dispatch({ type: 'changed', change: { template: id } });
  const name = useId();
  const firstView = useRef<HTMLSpanElement>(null);
  const scale = useWidth(firstView) / MINIATURE.width;
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const option = row.current?.querySelector(`[value="${chosen}"]`)?.parentElement;
    option?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  const at = TEMPLATES.findIndex(({ id }) => id === chosen);
  const turn = (by: 1 | -1) => {
    const next = TEMPLATES[(at + by + TEMPLATES.length) % TEMPLATES.length];
    if (next) onChoose(next.id);
  };
  return (
    <>
      <div className={classNames('lead', styles.lead)}>
        <h1 tabIndex={-1}>{t('Choose its paper')}</h1>
        <div className={styles.turn}>
          <IconButton icon="back" label={t('Previous paper')} onClick={() => turn(-1)} />
          <IconButton icon="forward" label={t('Next paper')} onClick={() => turn(1)} />
        </div>
      </div>
      <fieldset ref={row} className={styles.grid}>
        <legend className="vh">{t('Template')}</legend>
        {TEMPLATES.map(({ id, label, preheader }, index) => (
          <label key={id} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen}
              aria-describedby={`${name}-${id}`}
              onChange={() => onChoose(id)}
            />
            <span className={styles.check}>
              <Icon name="check" />
            </span>
            <span ref={index === 0 ? firstView : undefined} className={styles.view} aria-hidden="true" inert>
              {render ? (
                <Miniature
                  key={words.language}
                  html={() =>
                    render(
                      id,
                      letterMail(entered.state, {
                        words,
                        sender,
                        writtenOn: entered.writtenOn,
                        size: 'thumbnail',
                      }),
                    )
                  }
                  scale={scale}
                  title={t(label)}
                />
              ) : null}
            </span>
            <span className={styles.label}>{t(label)}</span>
            <span id={`${name}-${id}`} className={styles.header} lang={words.language}>
              {preheader(photos.length, words)}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={styles.line} lang={words.language}>
        {TEMPLATES[at]?.preheader(photos.length, words)}
      </p>
    </>
  );
}
