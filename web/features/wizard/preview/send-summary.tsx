import { type ReactNode, useId } from 'react';
import { templateLabel } from '../../../../shared/templates.ts';
import { Button } from '../../../components/button.tsx';
import { EmailAddress } from '../../../components/email-address.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { SummaryCard } from '../../../components/summary-card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { currentWords, t } from '../../../lib/words.tsx';
import { creditsText } from '../../credits/credits-text.ts';
import { EncloseStamp } from '../../gifts/enclose-stamp.tsx';
import { BackButton } from '../back-button.tsx';
import { languageOf, useLetterWords } from '../letter-words.ts';
import { postageOf } from '../postage.ts';
import { everybody, namesOf } from '../recipients.ts';
import layout from '../step-layout.module.css';
import { WhyNot } from '../why-not.tsx';
import type { Wizard } from '../wizard-store.ts';
import styles from './send-summary.module.css';

const LanguageChoice = lazyPart(
  async () => (await import('../recipient/language-choice.tsx')).LanguageChoice,
  () => <div className={styles.language} />,
);
const ArrivalChoice = lazyPart(
  async () => (await import('../../arrival/arrival-choice.tsx')).ArrivalChoice,
  () => <span className={styles.arrival}>{t('Now')}</span>,
);

interface SendSummaryProps {
  wizard: Wizard;
  sending: boolean;
  /** photos are still being uploaded or have failed: the letter can't be sent without them */
  photosMissing: boolean;
  /** what is to be known before it can be sent, above the button */
  remark: ReactNode;
  onSend: () => void;
  onBack: () => void;
}

/** What will be sent to whom, with the buttons to send it or go back. */
export function SendSummary({ wizard, sending, photosMissing, remark, onSend, onBack }: SendSummaryProps) {
  const { template, photos, arrival, stamp } = wizard.state;
  const people = everybody(wizard.state);
  const names = namesOf(wizard.state);
  const [first] = people;
  // Without them the preview and the default message are in English, and the mail is not.
  const words = useLetterWords(languageOf(wizard.state.recipient));
  const whyNot = useId();
  return (
    <>
      <SummaryCard className={styles.summary} aria-labelledby="send-summary">
        <h2 id="send-summary">{t('Send summary')}</h2>
        <dl>
          <div>
            <dt>{t('To')}</dt>
            <dd>
              <bdi>{names}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('Email')}</dt>
            <dd>
              {people.length > 1 ? (
                <ul>
                  {people.map(({ email }) => (
                    <li key={email}>
                      <EmailAddress address={email.trim()} />
                    </li>
                  ))}
                </ul>
              ) : (
                first && <EmailAddress address={first.email.trim()} />
              )}
            </dd>
          </div>
          {first && people.length === 1 ? (
            <div>
              <dt id="send-language">{t('Their language')}</dt>
              <dd>
                <LanguageChoice
                  className={styles.language}
                  recipient={first}
                  labelledBy="send-language"
                  disabled={sending}
                  onChoose={(language) => wizard.dispatch({ type: 'recipient-typed', language })}
                />
              </dd>
            </div>
          ) : null}
          <div>
            <dt>{t('Template')}</dt>
            <dd>{templateLabel(template, currentWords())}</dd>
          </div>
          <div>
            <dt>{t('Photos')}</dt>
            <dd>{photos.length}</dd>
          </div>
          <div>
            <dt>{t('Arrives')}</dt>
            <dd>
              <ArrivalChoice
                recipient={people.length > 1 || !first ? null : first}
                arrival={arrival}
                disabled={sending}
                onChange={(chosen) => wizard.dispatch({ type: 'arrival-chosen', arrival: chosen })}
              />
            </dd>
          </div>
        </dl>
        <EncloseStamp
          people={people.length}
          enclosed={stamp}
          disabled={sending}
          onChange={(enclosed) => wizard.dispatch({ type: 'stamp-chosen', stamp: enclosed })}
        />
        <p className={styles.total}>
          <span>{t('Postage')}</span>
          <b>{creditsText(postageOf(wizard.state))}</b>
        </p>
      </SummaryCard>
      <div className={classNames(layout.dock, styles.footer)} data-dock>
        {remark}
        {words.isError ? (
          <WhyNot
            id={whyNot}
            reason={t('The preview could not be fetched')}
            place={t('Load the page again')}
            onGo={() => location.reload()}
          />
        ) : null}
        <Button
          variant="purchase"
          className={styles.send}
          data-send
          busy={sending}
          disabled={photosMissing || words.isPending || words.isError}
          aria-describedby={words.isError ? whyNot : undefined}
          onClick={onSend}
        >
          {sending ? t('Sending...') : t('Send Letter')}
        </Button>
        <BackButton className={styles.back} disabled={sending} onClick={onBack} />
      </div>
    </>
  );
}
