import { useId, useRef } from 'react';
import { MESSAGE_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { greetingOf, NAME_PLACEHOLDER } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { isMessageTooLong } from '../wizard-state.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './message-field.module.css';

/** Share of the limit from which the characters are counted. */
const NEARLY_FULL = 0.9;

export function MessageField({ id, wizard: { state, dispatch } }: { id: string; wizard: Wizard }) {
  const { message, recipient, others } = state;
  const onType = (text: string) => dispatch({ type: 'changed', change: { message: text } });
  const ids = useId();
  const tooLong = isMessageTooLong(message);
  const over = message.length - MESSAGE_MAX_CHARACTERS;
  const field = useRef<HTMLTextAreaElement>(null);
  const isNamed = greetingOf(message, recipient) !== null;
  const isCounted = message.length > MESSAGE_MAX_CHARACTERS * NEARLY_FULL;
  const name = recipient.name.trim();

  function insertName() {
    const { current } = field;
    if (!current) return;
    current.focus();
    current.setRangeText(NAME_PLACEHOLDER, current.selectionStart, current.selectionEnd, 'end');
    onType(current.value);
  }

  return (
    <div className={`field ${styles.field}`}>
      <label htmlFor={id}>{t('Message')}</label>
      <textarea
        ref={field}
        id={id}
        className="control"
        rows={6}
        dir="auto"
        value={message}
        aria-invalid={tooLong || undefined}
        aria-describedby={`${ids}-hint ${ids}-count`}
        onChange={(event) => onType(event.target.value)}
      />
      <div className={styles.below}>
        <p id={`${ids}-count`} className={classNames(styles.count, tooLong && 'trouble')} aria-live="polite">
          {tooLong
            ? n(over, '1 character too many', '{n} characters too many')
            : isCounted
              ? t('{characters} of {most}', { characters: message.length, most: MESSAGE_MAX_CHARACTERS })
              : null}
        </p>
        {isNamed ? null : (
          <>
            <p id={`${ids}-hint`}>
              {others.length > 0 ? (
                t('Everybody reads the same words. ‘Insert the name’ puts each one’s own where you want it.')
              ) : (
                <T text="{name} is not named in it." name={name} />
              )}
            </p>
            <Button variant="quiet" size="sm" onClick={insertName}>
              {t('Insert the name')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
