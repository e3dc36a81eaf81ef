import { useId } from 'react';
import { MESSAGE_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { isMessageTooLong } from '../wizard-state.ts';
import styles from './message-field.module.css';

/** Share of the limit from which screen readers announce the count. */
const NEARLY_FULL = 0.9;

interface MessageFieldProps {
  message: string;
  recipientName: string;
  onType: (message: string) => void;
}

/** The message that goes with the photos. A text that is too long is kept whole, with an error. */
export function MessageField({ message, recipientName, onType }: MessageFieldProps) {
  const id = useId();
  const tooLong = isMessageTooLong(message);
  const over = message.length - MESSAGE_MAX_CHARACTERS;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Message</label>
      <textarea
        id={id}
        rows={8}
        dir="auto"
        value={message}
        aria-invalid={tooLong || undefined}
        aria-describedby={`${id}-hint ${id}-count`}
        onChange={(event) => onType(event.target.value)}
      />
      <div className={styles.below}>
        <p id={`${id}-hint`}>
          {'{{recipientName}}'} becomes <bdi>{recipientName.trim()}</bdi> when you preview and send.
        </p>
        <p
          id={`${id}-count`}
          className={tooLong ? styles.over : styles.count}
          aria-live={message.length > MESSAGE_MAX_CHARACTERS * NEARLY_FULL ? 'polite' : 'off'}
        >
          {tooLong
            ? `${over.toLocaleString('en-US')} ${over === 1 ? 'character' : 'characters'} too many`
            : `${message.length.toLocaleString('en-US')} of ${MESSAGE_MAX_CHARACTERS.toLocaleString('en-US')}`}
        </p>
      </div>
    </div>
  );
}
