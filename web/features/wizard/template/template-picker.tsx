import { useEffect, useId, useRef, useState } from 'react';
import { TEMPLATES, type TemplateId } from '../../../../shared/templates.ts';
import type { Words } from '../../../../shared/words.ts';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import { inertLetter, showDocument } from '../letter-frame/inert-letter.ts';
import frame from '../letter-frame/letter-frame.module.css';
import { useWidth } from '../letter-frame/use-width.ts';
import styles from './template-picker.module.css';

/** CSS pixels that a miniature is laid out for: the widest template, and as much of it as the picker shows. */
const MINIATURE = { width: 640, height: 865 };

interface TemplatePickerProps {
  /** null until the templates are loaded */
  render: ((id: TemplateId) => string) | null;
  photoCount: number;
  words: Words;
  chosen: TemplateId;
  onChoose: (id: TemplateId) => void;
}

/** Every template with this letter in it, in miniature; on a phone a row to swipe, with a button to either side. */
export function TemplatePicker({ render, photoCount, words, chosen, onChoose }: TemplatePickerProps) {
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
                <Miniature key={words.language} html={() => render(id)} scale={scale} title={t(label)} />
              ) : null}
            </span>
            <span className={styles.label}>{t(label)}</span>
            <span id={`${name}-${id}`} className={styles.header} lang={words.language}>
              {preheader(photoCount, words)}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={styles.line} lang={words.language}>
        {TEMPLATES[at]?.preheader(photoCount, words)}
      </p>
    </>
  );
}

/** Rendered once: rendering every template at each keystroke would be slow, and the change too small to see. */
function Miniature({ html, scale, title }: { html: () => string; scale: number; title: string }) {
  const [show] = useState(() => showDocument(inertLetter(html())));
  return (
    <iframe
      ref={show}
      className={frame.frame}
      title={title}
      sandbox="allow-same-origin"
      tabIndex={-1}
      scrolling="no"
      style={{ ...MINIATURE, transform: `scale(${scale})` }}
    />
  );
}
