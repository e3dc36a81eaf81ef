import { useId } from 'react';
import { HEADING_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import styles from './message-field.module.css';

interface HeadingFieldProps {
  /** null for the template's own */
  heading: string | null;
  /** the template's */
  own: string;
  onType: (heading: string | null) => void;
}

/** The line over the letter: the template's own, the writer's, or none. */
export function HeadingField({ heading, own, onType }: HeadingFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>Line over the letter</label>
        {heading === null ? (
          <Button variant="quiet" size="sm" onClick={() => onType('')}>
            Leave it out
          </Button>
        ) : (
          <Button variant="quiet" size="sm" onClick={() => onType(null)}>
            Use the template’s
          </Button>
        )}
      </div>
      <input
        id={id}
        dir="auto"
        autoComplete="off"
        maxLength={HEADING_MAX_CHARACTERS}
        value={heading ?? own}
        placeholder="None"
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}
