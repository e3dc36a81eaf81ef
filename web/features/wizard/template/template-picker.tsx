import { useId, useRef, useState } from 'react';
import { TEMPLATES, type TemplateId } from '../../../../shared/templates.ts';
import { preheader } from '../../../../templates/parts/preheader.ts';
import { Icon } from '../../../components/icon.tsx';
import { documentText, inertLetter } from '../letter-frame/inert-letter.ts';
import { useWidth } from '../letter-frame/use-width.ts';
import styles from './template-picker.module.css';

/** CSS pixels a miniature is laid out for: the widest paper, and as much of it as the picker shows. */
const SHEET = { width: 640, height: 865 };

interface PaperPickerProps {
  /** null until the papers' code has come */
  render: ((id: TemplateId) => string) | null;
  photoCount: number;
  chosen: TemplateId;
  onChoose: (id: TemplateId) => void;
}

/** The nine papers with this very letter on them, small: a radio group, so arrow keys walk through it. */
export function TemplatePicker({ render, photoCount, chosen, onChoose }: PaperPickerProps) {
  const name = useId();
  const firstView = useRef<HTMLSpanElement>(null);
  const scale = useWidth(firstView) / SHEET.width;
  return (
    <fieldset className={styles.nine}>
      <legend className="vh">Template</legend>
      {TEMPLATES.map(({ id, label }, index) => (
        <label key={id} className={styles.paper}>
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
            {render ? <Miniature html={() => render(id)} scale={scale} title={label} /> : null}
          </span>
          <span className={styles.label}>{label}</span>
          <span id={`${name}-${id}`} className={styles.hint}>
            {preheader(id, photoCount)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Rendered once: nine letters a keystroke would be too many, and at this size nobody could tell. */
function Miniature({ html, scale, title }: { html: () => string; scale: number; title: string }) {
  const [text] = useState(() => documentText(inertLetter(html())));
  return (
    <iframe
      title={title}
      srcDoc={text}
      sandbox="allow-same-origin"
      tabIndex={-1}
      scrolling="no"
      style={{ ...SHEET, transform: `scale(${scale})` }}
    />
  );
}
