import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { isEmailAddress } from '../../../../packages/address-files/deliverable-address.ts';
import { RECIPIENTS_PER_LETTER } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { n, t } from '../../../lib/words.tsx';
import { creditsText } from '../../credits/credits-text.ts';
import { everybody, isRecipientComplete, postageOf } from '../recipients.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './several-recipients.module.css';

interface SeveralRecipientsProps {
  wizard: Wizard;
  formId: string;
  className: string | undefined;
}

export function SeveralRecipients({ wizard, formId, className }: SeveralRecipientsProps) {
  const { state, dispatch } = wizard;
  const { recipient, others } = state;
  const list = useRef<HTMLUListElement>(null);
  const count = everybody(state).length;
  const isFull = count >= RECIPIENTS_PER_LETTER;
  const isComplete = isRecipientComplete(recipient);

  function toEnvelope(action: { type: 'recipient-set-aside' } | { type: 'other-opened'; email: string }) {
    // Before the focus moves: the field has its new contents by then.
    flushSync(() => dispatch(action));
    document.querySelector<HTMLElement>(`form[id="${formId}"] input`)?.focus();
  }

  function leaveOut(email: string) {
    flushSync(() => dispatch({ type: 'other-removed', email }));
    const next = list.current ?? document.querySelector<HTMLElement>(`form[id="${formId}"] input`);
    next?.focus();
  }

  return (
    <div className={className}>
      <p role="status" className={others.length > 0 ? styles.count : 'vh'}>
        <Sentences>
          {others.length > 0
            ? n(
                count,
                'One person so far: {credits}.',
                '{n} people, a letter of their own each: {credits}.',
                {
                  credits: creditsText(postageOf(state)),
                },
              )
            : null}
          {isFull ? t('More do not fit.') : null}
        </Sentences>
      </p>
      {others.length > 0 ? (
        <ul ref={list} className={styles.slips} tabIndex={-1} aria-label={t('Also for')}>
          {others.map(({ name, email }) => (
            <li key={email} className={styles.slip}>
              <button
                type="button"
                className={styles.name}
                onClick={() => toEnvelope({ type: 'other-opened', email })}
              >
                <span className="vh">{t('Edit')} </span>
                {name.trim() ? (
                  <b dir="auto">{name}</b>
                ) : (
                  <b className={styles.missing}>{t('Needs a name')}</b>
                )}
                {isEmailAddress(email) ? (
                  <span dir="auto">{email}</span>
                ) : (
                  <span className={styles.missing}>{t('Needs an e-mail address')}</span>
                )}
              </button>
              <IconButton
                icon="close"
                label={t('Leave out {name}', { name: name.trim() || email })}
                onClick={() => leaveOut(email)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {isComplete && !isFull ? (
        <Button variant="secondary" size="sm" onClick={() => toEnvelope({ type: 'recipient-set-aside' })}>
          {t('Add another person')}
        </Button>
      ) : null}
    </div>
  );
}
