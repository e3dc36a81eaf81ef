import { useId } from 'react';
import { PHOTO_ALT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { t } from '../../lib/words.tsx';
import styles from './photo-editor.module.css';

interface DescribeToolsProps {
  number: number;
  alt: string;
  onChange: (alt: string) => void;
}

export function DescribeTools({ number, alt, onChange }: DescribeToolsProps) {
  const why = useId();
  return (
    <div className={`field ${styles.describing}`}>
      <b>{t('What does it say?')}</b>
      <textarea
        className="control"
        dir="auto"
        value={alt}
        maxLength={PHOTO_ALT_MAX_CHARACTERS}
        aria-label={t('What photo {number} says', { number })}
        aria-describedby={why}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={why} className="sm dim">
        {t('Read aloud to those who can’t see the photo.')}
      </p>
    </div>
  );
}
