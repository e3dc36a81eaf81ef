import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { TEMPLATE_BY_ID } from '../../../../shared/templates.ts';
import { personalise } from '../../../../templates/message.ts';
import { letterSubject } from '../../../../templates/subject.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import { letterDay, letterMail, type Sender } from '../letter-mail.ts';
import { languageOf, useLetterWords } from '../letter-words.ts';
import type { WizardState } from '../wizard-state.ts';
import { LetterFrame } from './letter-frame.tsx';
import styles from './mail-window.module.css';
import { templatesQuery } from './templates-query.ts';

interface MailWindowProps {
  state: WizardState;
  sender: Sender;
  title: string;
  /** shows a part of the letter; on a phone the part where the message begins, without what is around it */
  scrolls?: boolean;
}

/** The letter as a mail client shows it: recipient, subject, preheader and the mail itself. */
export function MailWindow({ state, sender, title, scrolls = false }: MailWindowProps) {
  const [writtenOn] = useState(() => new Date());
  const { words } = useLetterWords(languageOf(state.recipient));
  const letter = <LetterView state={state} sender={sender} title={title} writtenOn={writtenOn} />;
  return (
    <div className={classNames(styles.window, scrolls && styles.scrolling)}>
      <div className={styles.head}>
        <span className="dim">{t('To {address}', { address: state.recipient.email.trim() })}</span>
        <b dir="auto">{letterSubject({ words, senderName: sender.name, ...letterDay(state, writtenOn) })}</b>
        <span dir="auto" className="two-lines dim">
          {(state.heading?.trim() ?? TEMPLATE_BY_ID[state.template].preheader(state.photos.length, words)) ||
            personalise(state.message, state.recipient, words)}
        </span>
      </div>
      {scrolls ? (
        // It scrolls, so the keyboard must be able to reach it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
        <section className={styles.view} aria-label={title} tabIndex={0}>
          {letter}
        </section>
      ) : (
        letter
      )}
    </div>
  );
}

type LetterViewProps = Omit<MailWindowProps, 'scrolls'> & { writtenOn: Date };

/** Rendering is deferred, so that it never delays typing. */
function LetterView({ state, sender, title, writtenOn }: LetterViewProps) {
  const templates = useQuery(templatesQuery);
  const shown = useDeferredValue(state);
  const { words, isError: wordsMissing } = useLetterWords(languageOf(shown.recipient));
  const html = useMemo(() => {
    if (!templates.data) return null;
    const letter = letterMail(shown, { words, sender, writtenOn, size: 'mail' });
    return templates.data.renderTemplate(shown.template, letter);
  }, [templates.data, shown, words, sender, writtenOn]);

  if (templates.isError || wordsMissing) {
    return (
      <Notice
        tone="error"
        title={t('The preview could not be fetched')}
        actions={
          <Button variant="secondary" size="sm" onClick={() => location.reload()}>
            {t('Load the page again')}
          </Button>
        }
      >
        {t('Your letter is safe. It will be here when the page has been loaded again.')}
      </Notice>
    );
  }
  return html === null ? null : <LetterFrame html={html} title={title} />;
}
