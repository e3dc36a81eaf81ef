import { type ReactNode, useState } from 'react';
import { TEMPLATE_BY_ID } from '../../../../shared/templates.ts';
import { personalise } from '../../../../templates/message.ts';
import { letterSubject } from '../../../../templates/subject.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import { letterDay, type Sender } from '../letter-mail.ts';
import { languageOf, useLetterWords } from '../letter-words.ts';
import type { WizardState } from '../wizard-state.ts';
import styles from './mail-window.module.css';

interface MailWindowProps {
  state: WizardState;
  sender: Sender;
  headClassName?: string | undefined;
  children: ReactNode;
}

/** The letter as a mail client shows it: recipient, subject, preheader and the mail itself. */
export function MailWindow({ state, sender, headClassName, children }: MailWindowProps) {
  const [writtenOn] = useState(() => new Date());
  const { words } = useLetterWords(languageOf(state.recipient));
  return (
    <div className={styles.window}>
      <div className={classNames(styles.head, headClassName)}>
        <span className="dim">{t('To {address}', { address: state.recipient.email.trim() })}</span>
        <b dir="auto">{letterSubject({ words, senderName: sender.name, ...letterDay(state, writtenOn) })}</b>
        <span dir="auto" className="two-lines dim">
          {(state.heading?.trim() ?? TEMPLATE_BY_ID[state.template].preheader(state.photos.length, words)) ||
            personalise(state.message, state.recipient, words)}
        </span>
      </div>
      {children}
    </div>
  );
}
