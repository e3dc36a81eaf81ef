import { messageForPerson } from '../lib/api.ts';
import { t } from '../lib/words.tsx';
import styles from './failure.module.css';
import { Sentences } from './sentences.tsx';

interface FailureProps {
  /** of the last attempt, or the sentence about it; nothing is shown without one */
  error: unknown;
  what: string;
}

/** Beside a button whose action failed: says so until it works. */
export function Failure({ error, what }: FailureProps) {
  if (!error) return null;
  return (
    <p role="alert" className={styles.failure}>
      <Sentences>
        {what}
        {typeof error === 'string' ? error : messageForPerson(error, t('Please try again.'))}
      </Sentences>
    </p>
  );
}
