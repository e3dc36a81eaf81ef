import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { Arrival } from '../../../../shared/arrival.ts';
import { letter as letterSchema } from '../../../../shared/letters.ts';
import { HELD_KEPT_DAYS, SEALED_KEPT_DAYS } from '../../../../shared/limits.ts';
import { calledName } from '../../../../shared/person-name.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Envelope } from '../../../components/envelope.tsx';
import { Failure } from '../../../components/failure.tsx';
import { andOthers } from '../../../lib/and-others.ts';
import { read } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/dates.ts';
import { optionalLazy } from '../../../lib/optional-lazy.ts';
import { WaitingActions } from '../../arrival/waiting-actions.tsx';
import { WaitingWords } from '../../arrival/waiting-words.tsx';
import { useVerification } from '../../identity/use-identity-form.ts';
import { usePerson } from '../../identity/use-person.ts';
import type { Sender } from '../letter-mail.ts';
import type { SentLetter } from '../wizard-state.ts';
import styles from './success-step.module.css';

const BatchStates = optionalLazy(async () => ({
  default: (await import('../../batches/batch-states.tsx')).BatchStates,
}));

interface SuccessStepProps {
  letter: SentLetter;
  sender: Sender;
  onShown: () => void;
  onSendAnother: () => void;
}

/** What the step says; of any other status, that the letter was sent. */
const WORDS = new Map([
  ['sealed', Sealed],
  ['scheduled', Scheduled],
  ['held', Held],
  ['unsent', Unsent],
]);

/** Last step: the letter was sent, or waits: for its day, a proof of the person's address, or the end of their pause. */
export default function SuccessStep({ letter, sender, onShown, onSendAnother }: SuccessStepProps) {
  useEffect(onShown, [onShown]);
  const { recipientName, greetingName, recipientEmail, at, batch } = letter;
  const { status, arrival } = useOutcome(letter);
  const Words = WORDS.get(status) ?? Sent;
  return (
    <div className={styles.step}>
      <div>
        <div aria-live="polite">
          <Words
            id={letter.id}
            arrival={arrival}
            name={andOthers(recipientName, batch ? batch.size - 1 : 0)}
            called={batch ? 'one of them' : calledName({ name: recipientName, greetingName })}
            several={batch !== null}
          >
            <Button variant={Words === Sent ? 'primary' : 'secondary'} onClick={onSendAnother}>
              Send Another Letter
            </Button>
            <ButtonLink
              variant={Words === Unsent || Words === Held ? 'primary' : 'secondary'}
              to="/my-letters"
            >
              View My Letters
            </ButtonLink>
          </Words>
        </div>
        {batch ? (
          <Suspense>
            <BatchStates className={styles.states} batchId={batch.id} />
          </Suspense>
        ) : null}
      </div>
      <div className={styles.road}>
        <Envelope
          className={styles.envelope}
          from={sender}
          to={{ name: recipientName, email: recipientEmail }}
          photos={[]}
          stamp={Words === Sent ? 'cancelled' : 'stamp'}
          cancelledAt={new Date(at)}
          closed
        />
      </div>
    </div>
  );
}

/** How a letter that waits stands now: its link may be opened in another window, and its time changed. */
function useOutcome({ id, waits, arrival }: SentLetter): { status: string; arrival: Arrival | null } {
  const { data } = useQuery({
    queryKey: ['/api/letters', id, 'status'],
    queryFn: () => read(`/api/letters/${id}`, letterSchema.pick({ status: true, arrival: true })),
    enabled: waits !== null,
    refetchOnWindowFocus: 'always',
  });
  return data ?? { status: waits ?? 'sent', arrival };
}

interface WordsProps {
  /** the letter's */
  id: number;
  arrival: Arrival | null;
  /** the recipient's */
  name: string;
  /** how the writer calls them */
  called: string;
  /** it went to others as well */
  several: boolean;
  /** buttons */
  children: ReactNode;
}

function Sent({ name, called, children }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>Letter Sent Successfully</h1>
      <p className={styles.lead}>
        Your letter has been sent to <bdi>{name}</bdi>. When <bdi>{called}</bdi> replies, the reply is tied to
        this letter in My Letters.
      </p>
      <div className={styles.acts}>{children}</div>
    </>
  );
}

/** What comes back of a letter that does not leave. */
const creditOf = (several: boolean) => (several ? 'its credits come' : 'its credit comes');

const arrivalDay = (arrival: Arrival | null) =>
  arrival ? formatDay(arrival.local.slice(0, 10), new Date().toISOString()) : 'its day';

function Scheduled({ id, name, arrival, several, children }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>Your letter waits for {arrivalDay(arrival)}</h1>
      {arrival ? <WaitingWords className={styles.lead} name={name} arrival={arrival} /> : null}
      <div className={styles.acts}>
        {arrival && !several ? (
          <WaitingActions letter={{ id, recipientName: name, arrival }} onlyChange />
        ) : null}
        {children}
      </div>
    </>
  );
}

function Sealed({ name, arrival, several, children }: WordsProps) {
  const { email } = usePerson();
  const { busy, failure, resend } = useVerification();
  return (
    <>
      <h1 tabIndex={-1}>Your letter is sealed</h1>
      <p className={styles.lead}>
        It leaves for <bdi>{name}</bdi> as soon as you open the link mailed to <b>{email}</b>, in a browser
        where you are signed in{arrival ? ', and not before the day you chose' : ''}.
      </p>
      <div className={styles.acts}>
        <Button busy={busy} onClick={resend}>
          Send the link again
        </Button>
        <ButtonLink variant="secondary" to="/account">
          Change my address
        </ButtonLink>
        <Failure error={failure} what="Link not sent." />
      </div>
      <p className={`dim ${styles.term}`}>
        So nobody can write in your name. It waits for {SEALED_KEPT_DAYS} days; then {creditOf(several)} back,
        and the letter stays in My Letters.
      </p>
      <div className={styles.acts}>{children}</div>
    </>
  );
}

function Held({ name, several, children }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>Your letter is on hold</h1>
      <p className={styles.lead}>
        What you send waits here until we have had a look. Then it leaves for <bdi>{name}</bdi>. In My Letters
        you can ask us for that look.
      </p>
      <p className={`dim ${styles.term}`}>
        Nothing is lost. It waits for {HELD_KEPT_DAYS} days; then {creditOf(several)} back, and the letter
        stays in My Letters.
      </p>
      <div className={styles.acts}>{children}</div>
    </>
  );
}

function Unsent({ name, children }: WordsProps) {
  return (
    <>
      <h1 tabIndex={-1}>Your letter did not leave</h1>
      <p className={styles.lead}>
        The letter to <bdi>{name}</bdi> was not sent, and its credit is back. My Letters says why, and can
        send it again.
      </p>
      <div className={styles.acts}>{children}</div>
    </>
  );
}
