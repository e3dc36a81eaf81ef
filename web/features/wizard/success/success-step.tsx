import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Arrival } from '../../../../shared/arrival.ts';
import { STATUS } from '../../../../shared/letter-status.ts';
import { type Letter, letter as letterSchema } from '../../../../shared/letters.ts';
import { HELD_KEPT_DAYS, SEALED_KEPT_DAYS } from '../../../../shared/limits.ts';
import { calledName } from '../../../../templates/message.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Envelope } from '../../../components/envelope.tsx';
import { Failure } from '../../../components/failure.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { andOthers } from '../../../lib/and-others.ts';
import { read } from '../../../lib/api.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { arrivalDayInWords, arrivalInWords, ownTimeInWords } from '../../arrival/arrival-words.ts';
import { WaitingActions } from '../../arrival/waiting-actions.tsx';
import { batchQuery } from '../../batches/batch-query.ts';
import { useVerification } from '../../identity/use-identity-form.ts';
import { usePerson } from '../../identity/use-person.ts';
import type { Sender } from '../letter-mail.ts';
import type { SentLetter } from '../wizard-state.ts';
import styles from './success-step.module.css';

const BatchStates = lazyPart(async () => (await import('../../batches/batch-states.tsx')).BatchStates);

interface SuccessStepProps {
  letter: SentLetter;
  sender: Sender;
  onShown: () => void;
  onSendAnother: () => void;
}

/** Any other status is that of a letter that was sent. */
const WORDS = new Map<string, typeof Sealed | typeof Unsent>([
  [STATUS.sealed, Sealed],
  [STATUS.scheduled, Scheduled],
  [STATUS.held, Held],
  [STATUS.unsent, Unsent],
]);

export default function SuccessStep({ letter, sender, onShown, onSendAnother }: SuccessStepProps) {
  useEffect(onShown, [onShown]);
  const { recipientName, greetingName, recipientEmail, at, batch } = letter;
  const { status, arrival } = useOutcome(letter);
  const Words = WORDS.get(status) ?? Sent;
  const name = andOthers(recipientName, batch ? batch.size - 1 : 0);
  return (
    <div className={styles.step}>
      <div>
        <div aria-live="polite">
          <Words
            arrival={arrival}
            name={name}
            called={calledName({ name: recipientName, greetingName })}
            several={batch !== null}
          />
          <div className={styles.acts}>
            <Button
              variant={Words === Sent || Words === Scheduled ? 'primary' : 'secondary'}
              onClick={onSendAnother}
            >
              {t('Send Another Letter')}
            </Button>
            <ButtonLink
              variant={Words === Unsent || Words === Held ? 'primary' : 'secondary'}
              to="/my-letters"
            >
              {t('View My Letters')}
            </ButtonLink>
            {Words === Scheduled && arrival && !batch ? (
              <WaitingActions letter={{ id: letter.id, recipientName: name, arrival }} onlyChange />
            ) : null}
          </div>
        </div>
        {batch ? <BatchStates className={styles.states} batchId={batch.id} /> : null}
      </div>
      <div className={styles.road}>
        <Envelope
          className={styles.envelope}
          from={sender}
          to={{ name: recipientName, email: recipientEmail }}
          cancelledAt={Words === Sent ? new Date(at) : undefined}
        />
      </div>
    </div>
  );
}

/** The current state of a letter that waits: in another window its link may be opened, or its time changed. */
function useOutcome({ id, waits, arrival, batch }: SentLetter): Outcome {
  const one = useQuery({
    queryKey: ['/api/letters', id, 'status'],
    queryFn: () => read(`/api/letters/${id}`, letterSchema.pick({ status: true, arrival: true })),
    enabled: waits !== null && batch === null,
    refetchOnWindowFocus: 'always',
  });
  const several = useQuery({
    ...batchQuery(batch?.id ?? ''),
    enabled: waits !== null && batch !== null,
    refetchOnWindowFocus: 'always',
  });
  return one.data ?? outcomeOf(several.data ?? [], waits) ?? { status: waits ?? STATUS.sent, arrival };
}

type Outcome = Pick<Letter, 'status' | 'arrival'>;

/** A batch waits while one of its letters does, and is unsent when all are. @param waits their status after the send */
export function outcomeOf(letters: readonly Outcome[], waits: string | null): Outcome | undefined {
  return (
    letters.find(({ status }) => status === waits) ??
    letters.find(({ status }) => status !== STATUS.unsent) ??
    letters[0]
  );
}

interface WordsProps {
  arrival: Arrival | null;
  name: string;
  called: string;
  several: boolean;
}

function Sent({ name, called, several }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>{t('Letter Sent Successfully')}</h1>
      <p className={styles.lead}>
        <Sentences>
          <T text="Your letter has been sent to {name}." name={name} />
          {several ? (
            t('When one of them replies, the reply is tied to this letter in My Letters.')
          ) : (
            <T text="When {name} replies, the reply is tied to this letter in My Letters." name={called} />
          )}
        </Sentences>
      </p>
    </>
  );
}

/** @param days for which a letter that can't leave waits */
const termInWords = (days: number, several: boolean) =>
  several
    ? n(
        days,
        'It waits for 1 day; then its credits come back, and the letter stays in My Letters.',
        'It waits for {n} days; then its credits come back, and the letter stays in My Letters.',
      )
    : n(
        days,
        'It waits for 1 day; then its credit comes back, and the letter stays in My Letters.',
        'It waits for {n} days; then its credit comes back, and the letter stays in My Letters.',
      );

function Scheduled({ name, arrival }: WordsProps) {
  if (!arrival) return <h1 tabIndex={-1}>{t('Your letter waits for its day')}</h1>;
  const own = ownTimeInWords(arrival);
  const told = { name, day: arrivalInWords(arrival) };
  return (
    <>
      <h1 tabIndex={-1}>
        <T
          text="Your letter waits for {day}"
          day={<span className={styles.day}>{arrivalDayInWords(arrival)}</span>}
        />
      </h1>
      <p className={styles.lead}>
        <Sentences>
          {own ? (
            <T text="It reaches {name} on {day} ({own})." {...told} own={own} />
          ) : (
            <T text="It reaches {name} on {day}." {...told} />
          )}
          {t('Until then My Letters keeps it, and you can take it back.')}
        </Sentences>
      </p>
    </>
  );
}

function Sealed({ name, arrival, several }: WordsProps) {
  const { email } = usePerson();
  const { busy, failure, mailLink } = useVerification();
  const link = { name, address: <b>{email}</b> };
  return (
    <>
      <h1 tabIndex={-1}>{t('Your letter is sealed')}</h1>
      <p className={styles.lead}>
        {arrival ? (
          <T
            text="It leaves for {name} as soon as you open the link mailed to {address}, in a browser where you are signed in, and not before the day you chose."
            {...link}
          />
        ) : (
          <T
            text="It leaves for {name} as soon as you open the link mailed to {address}, in a browser where you are signed in."
            {...link}
          />
        )}
      </p>
      <div className={styles.acts}>
        <Button busy={busy} onClick={mailLink}>
          {t('Send the link again')}
        </Button>
        <ButtonLink variant="secondary" to="/account">
          {t('Change my address')}
        </ButtonLink>
        <Failure error={failure} what={t('Link not sent.')} />
      </div>
      <p className={`dim ${styles.term}`}>
        <Sentences>
          {t('So nobody can write in your name.')}
          {termInWords(SEALED_KEPT_DAYS, several)}
        </Sentences>
      </p>
    </>
  );
}

function Held({ name, several }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>{t('Your letter is on hold')}</h1>
      <p className={styles.lead}>
        <T
          text="What you send waits here until we have had a look. Then it leaves for {name}. In My Letters you can ask us for that look."
          name={name}
        />
      </p>
      <p className={`dim ${styles.term}`}>
        <Sentences>
          {t('Nothing is lost.')}
          {termInWords(HELD_KEPT_DAYS, several)}
        </Sentences>
      </p>
    </>
  );
}

function Unsent({ name, several }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>{t('Your letter did not leave')}</h1>
      <p className={styles.lead}>
        {several ? (
          <T
            text="The letter to {name} was not sent, and its credits are back. My Letters says why, and can send it again."
            name={name}
          />
        ) : (
          <T
            text="The letter to {name} was not sent, and its credit is back. My Letters says why, and can send it again."
            name={name}
          />
        )}
      </p>
    </>
  );
}
