import { PHOTO_ALT_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { focusAtFirst } from '../../../lib/focus-at-first.ts';
import { t } from '../../../lib/words.tsx';
import styles from './description-field.module.css';

interface DescriptionFieldProps {
  id: string;
  /** number of the photo, from 1 */
  number: number;
  alt: string;
  onDescribe: (alt: string) => void;
}

/** The field for a photo's alternative text. */
export function DescriptionField({ id, number, alt, onDescribe }: DescriptionFieldProps) {
  return (
    <div className={styles.description}>
      <textarea
        ref={focusAtFirst}
        id={id}
        rows={3}
        dir="auto"
        value={alt}
        maxLength={PHOTO_ALT_MAX_CHARACTERS}
        aria-label={t('What photo {number} says', { number })}
        aria-describedby={`${id}-why`}
        onChange={(event) => onDescribe(event.target.value)}
      />
      <p id={`${id}-why`} className="xs dim">
        {t('Read aloud to those who can’t see the photo.')}
      </p>
    </div>
  );
}
