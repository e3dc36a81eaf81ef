import type { ReactNode } from 'react';
import { preheader } from '../../../../templates/parts/preheader.ts';
import { letterSubject } from '../../../../templates/subject.ts';
import { OwnName } from '../own-name.tsx';
import type { Sender } from '../sender.ts';
import type { WizardState } from '../wizard-state.ts';
import styles from './mail-window.module.css';

interface MailWindowProps {
  state: WizardState;
  sender: Sender;
  children: ReactNode;
}

/** The letter as it will lie in a mailbox: to whom, its subject, the line beside it, and the letter itself. */
export function MailWindow({ state, sender, children }: MailWindowProps) {
  return (
    <div className={styles.window}>
      <div className={styles.head}>
        <span>To {state.recipient.email.trim()}</span>
        <b dir="auto">{letterSubject(sender.name)}</b>
        <span>{preheader(state.template, state.photos.length)}</span>
        <OwnName sender={sender} />
      </div>
      {children}
    </div>
  );
}
