import { type ReactNode, useId, useState } from 'react';
import { templateLabel } from '../../../../shared/templates.ts';
import type { User } from '../../../../shared/users.ts';
import { calledName } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { EmailAddress } from '../../../components/email-address.tsx';
import { Fold } from '../../../components/fold.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { Stamp } from '../../../components/stamp.tsx';
import { Fact, Facts, SummaryCard, SummaryCardFooter } from '../../../components/summary-card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatDaysAhead } from '../../../lib/dates.ts';
import { currentWords, n, T, t } from '../../../lib/words.tsx';
import { arrivalDayInWords } from '../../arrival/arrival-words.ts';
import { EncloseStamp } from '../../gifts/enclose-stamp.tsx';
import type { Sender } from '../letter-mail.ts';
import { languageOf, useLetterWords } from '../letter-words.ts';
import { everybody, namesOf, postageOf } from '../recipients.ts';
import { BackButton } from '../step-action.tsx';
import layout from '../step-layout.module.css';
import type { Wizard } from '../wizard-store.ts';
import styles from './send-summary.module.css';

const LanguageChoice = lazyPart(
  async () => (await import('../recipient/language-choice.tsx')).LanguageChoice,
  () => <div className={styles.language} />,
);
const NameDialog = lazyDialog(async () => (await import('../../identity/name-dialog.tsx')).NameDialog);
const ArrivalChoice = lazyPart(
  async () => (await import('../../arrival/arrival-choice.tsx')).ArrivalChoice,
  () => <span className={styles.arrival}>{t('Now')}</span>,
);

interface SendSummaryProps {
  wizard: Wizard;
  sender: Sender;
  user: User | null;
  sending: boolean;
  photosMissing: boolean;
  remark: ReactNode;
  onSend: () => void;
  onBack: () => void;
}

export function SendSummary(props: SendSummaryProps) {
  const { wizard, sender, user, sending, photosMissing, remark, onSend, onBack } = props;
  const { template, photos, arrival } = wizard.state;
  const people = everybody(wizard.state);
  const [first] = people;
  // Without them the preview and the default message are in English, and the mail is not.
  const words = useLetterWords(languageOf(wizard.state.recipient));
  const whyNot = useId();
  return (
    <>
      <SummaryCard aria-labelledby="send-summary">
        <h2 id="send-summary">{t('Send summary')}</h2>
        <Facts>
          <Fact name={t('To')}>
            <bdi>{namesOf(wizard.state)}</bdi>
          </Fact>
          <Fact name={t('Email')}>
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
          </Fact>
          <Fact name={t('Template')}>{templateLabel(template, currentWords())}</Fact>
          <Fact name={t('Photos')}>{photos.length}</Fact>
        </Facts>
      </SummaryCard>
      <SummaryCardFooter className={classNames(layout.dock, styles.footer)} data-dock>
        <Slip wizard={wizard} sending={sending} credits={user?.credits ?? null} />
        <OwnName sender={sender} className={styles.name} />
        {remark}
        {words.isError ? (
          <p id={whyNot} className={layout.whyNot}>
            {t('The preview could not be fetched')}
          </p>
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
          {sending
            ? t('Sending...')
            : arrival
              ? t('Send on {day}', { day: arrivalDayInWords(arrival) })
              : t('Send Letter')}
        </Button>
        <BackButton className={styles.back} disabled={sending} onClick={onBack} />
      </SummaryCardFooter>
    </>
  );
}

/** 'To Rosalind · today · 1 stamp', which opens what may be chosen besides: day, language, an enclosed stamp. */
function Slip({ wizard, sending, credits }: { wizard: Wizard; sending: boolean; credits: number | null }) {
  const { state, dispatch } = wizard;
  const { arrival, stamp } = state;
  const people = everybody(state);
  const one = people.length === 1 ? people[0] : undefined;
  const cost = postageOf(state);
  return (
    <Fold
      className={styles.slip}
      label={
        <>
          <Stamp className={styles.stamp} />
          <span>
            <T
              text="To {name} · {day} · {stamps}"
              name={one ? calledName(one) : namesOf(state)}
              day={
                <span className={styles.whole}>
                  {arrival ? arrivalDayInWords(arrival) : formatDaysAhead(0)}
                </span>
              }
              stamps={<span className={styles.whole}>{n(cost, '1 stamp', '{n} stamps')}</span>}
            />
          </span>
        </>
      }
    >
      <div className={styles.choices}>
        <Facts>
          <Fact name={t('Arrives')}>
            <ArrivalChoice
              recipient={one ?? null}
              arrival={arrival}
              disabled={sending}
              onChange={(chosen) => dispatch({ type: 'changed', change: { arrival: chosen } })}
            />
          </Fact>
          {one ? (
            <Fact name={t('Their language')} id="send-language">
              <LanguageChoice
                className={styles.language}
                recipient={one}
                labelledBy="send-language"
                disabled={sending}
                onChoose={(language) => dispatch({ type: 'recipient-typed', language })}
              />
            </Fact>
          ) : null}
        </Facts>
        <EncloseStamp
          people={people.length}
          enclosed={stamp}
          disabled={sending}
          onChange={(enclosed) => dispatch({ type: 'changed', change: { stamp: enclosed } })}
        />
        <p className={styles.balance}>
          {/* Its place is held, so that Send stays where it is when the balance comes. */}
          {credits === null ? '\u00a0' : <Balance credits={credits} cost={cost} />}
        </p>
      </div>
    </Fold>
  );
}

function Balance({ credits, cost }: { credits: number; cost: number }) {
  const left = credits - cost;
  return (
    <Sentences>
      {n(credits, 'You have 1 credit.', 'You have {n} credits.')}
      {left >= 0
        ? n(left, '{n} will be left.', '{n} will be left.')
        : n(cost, 'This letter costs 1 credit.', 'This letter costs {n} credits.')}
    </Sentences>
  );
}

/** Signing up by e-mail asks for no name: says that it was derived from the address, with a button to set one. */
function OwnName({ sender, className }: { sender: Sender; className?: string | undefined }) {
  const [asking, setAsking] = useState(false);
  if (!sender.guessed && !asking) return null;
  return (
    <p className={className}>
      <Sentences>
        <T
          text="It is signed {name}, which we guessed from your address."
          name={<b dir="auto">{sender.name}</b>}
        />
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('Sign it with another name')}
        </Button>
      </Sentences>
      {asking ? (
        <NameDialog
          description={t('It stands on the envelope and in the letter.')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </p>
  );
}
