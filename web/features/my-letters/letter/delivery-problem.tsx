import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressInText } from '../../../../packages/address-files/address-in-text.ts';
import { isEmailAddress } from '../../../../packages/address-files/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../../shared/email-address.ts';
import { STATUS } from '../../../../shared/letter-status.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { msg } from '../../../../shared/words.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { EmailField } from '../../../components/text-field.tsx';
import { useToast } from '../../../components/toast.tsx';
import { ApiFailure, messageForPerson } from '../../../lib/api.ts';
import { classNames } from '../../../lib/class-names.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { T, t } from '../../../lib/words.tsx';
import { arrivalInWords } from '../../arrival/arrival-words.ts';
import { ArrivalDialog } from '../../arrival/lazy-arrival-dialog.ts';
import { putOnDesk, visitOf } from '../../arrival/put-on-desk.ts';
import { useKnownZone } from '../../arrival/use-known-zone.ts';
import { type RetryWish, retryFailure, useRetryLetters } from '../../batches/use-retry-letters.ts';
import { NeedCreditsDialog } from '../../credits/lazy-need-credits-dialog.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { UseAgain, useSuppressions } from '../../recipients/use-again.tsx';
import { mailboxPath } from '../chosen-recipient.ts';
import styles from './delivery-problem.module.css';

const CREDIT = {
  returned: msg('Its credit was given back to you.'),
  waiting: msg('Its credit is not back yet: we look at this one ourselves, and write to you when we have.'),
  refused: msg('We looked at it and found nothing that says it did not arrive, so its credit stays spent.'),
} as const satisfies Record<NonNullable<Letter['refund']>, string>;

function titleOf(status: string): string {
  if (status === STATUS.bounced) return t('This letter came back');
  return status === STATUS.unsent ? t('This letter did not leave') : t('This letter could not be delivered');
}

function retriedToast({ status, arrival, recipientEmail }: Letter) {
  if (status === STATUS.scheduled && arrival)
    return { title: t('Your letter waits'), description: arrivalInWords(arrival) };
  const title =
    status === STATUS.sealed
      ? t('Your letter is sealed again')
      : status === STATUS.held
        ? t('Your letter is on hold')
        : t('Your letter is on its way again');
  return { title, description: recipientEmail };
}

export function DeliveryProblem({ letter }: { letter: Letter }) {
  const navigate = useNavigate();
  const shown = useIsShown();
  const toast = useToast();
  const { retry, sending, failures, needsCredits, forget } = useRetryLetters([letter], (retried) => {
    toast(retriedToast(retried));
    if (shown.current && recipientKey(retried.recipientEmail) !== recipientKey(letter.recipientEmail))
      void navigate(mailboxPath(retried.conversationId));
  });
  const [wish, setWish] = useState<RetryWish>({});
  const [asking, setAsking] = useState<'address' | 'day' | null>(null);
  const zone = useKnownZone(letter.recipientEmail);
  const send = (wanted: RetryWish) => {
    setWish(wanted);
    void retry(wanted);
  };
  const stopAsking = () => {
    forget();
    setAsking(null);
  };
  const suppressions = useSuppressions();
  const suppressed = suppressions.data?.some(({ email }) => email === recipientKey(letter.recipientEmail));
  const unsent = letter.status === STATUS.unsent;
  const failure = failures.length > 0 ? retryFailure(failures[0]) : null;
  const message = failure?.message ?? null;
  return (
    <section
      className={classNames(styles.problem, unsent && styles.calm)}
      aria-labelledby={`problem-${letter.id}`}
    >
      <h3 id={`problem-${letter.id}`}>
        {unsent ? null : <Icon name="alert" />}
        {titleOf(letter.status)}
      </h3>
      {letter.statusReason ? <p>{letter.statusReason}</p> : null}
      <p className="dim">
        <Sentences>
          {t(CREDIT[letter.refund ?? 'returned'])}
          {t('Sending it again costs 1 credit.')}
        </Sentences>
      </p>
      {suppressed ? (
        <p>
          <T
            text="Until you say so, nothing more is sent to {address}. Is the address right after all?"
            address={<b>{letter.recipientEmail}</b>}
          />
        </p>
      ) : null}
      {asking === 'address' ? null : (
        <div className="actions">
          {suppressed ? (
            <UseAgain email={letter.recipientEmail} />
          ) : (
            <>
              <Button size="sm" busy={sending && asking === null} onClick={() => send({})}>
                {unsent ? t('Send it now') : t('Send again')}
              </Button>
              <Button variant="secondary" size="sm" disabled={sending} onClick={() => setAsking('day')}>
                {t('Choose a day')}
              </Button>
            </>
          )}
          {unsent ? <PutOnDeskButton letterId={letter.id} /> : null}
          <Button variant="secondary" size="sm" disabled={sending} onClick={() => setAsking('address')}>
            {t('Send to a corrected address')}
          </Button>
        </div>
      )}
      {asking === 'day' && !needsCredits ? (
        <ArrivalDialog
          name={letter.recipientName}
          zone={letter.arrival?.zone ?? zone}
          chosen={null}
          busy={sending}
          failure={message}
          onChoose={(arrival) => send({ arrival })}
          onClose={stopAsking}
        />
      ) : null}
      {asking === 'address' ? (
        <CorrectedAddress
          current={letter.recipientEmail}
          sending={sending}
          failed={message}
          liftable={failure?.liftable ?? false}
          onChange={forget}
          onSend={(recipientEmail) => send({ recipientEmail })}
          onCancel={stopAsking}
        />
      ) : message && asking === null ? (
        <p className="trouble" role="alert">
          {message}
        </p>
      ) : null}
      {needsCredits ? (
        <NeedCreditsDialog
          onClose={() => (asking === 'day' ? stopAsking() : forget())}
          recipientName={letter.recipientName}
          onSend={() => send(wish)}
        />
      ) : null}
    </section>
  );
}

interface CorrectedAddressProps {
  current: string;
  sending: boolean;
  failed: string | null;
  /** it was refused because mail to that address bounced, and the suppression can be lifted */
  liftable: boolean;
  onChange: () => void;
  onSend: (email: string) => void;
  onCancel: () => void;
}

function CorrectedAddress(props: CorrectedAddressProps) {
  const { current, sending, failed, liftable, onChange, onSend, onCancel } = props;
  const [email, setEmail] = useState(current);
  const [invalid, setInvalid] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal may take away the button that was pressed
  useEffect(() => field.current?.focus(), [failed]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const address = addressInText(email)?.email ?? email.trim();
    const message = isEmailAddress(address) ? null : t(INVALID_EMAIL_MESSAGE);
    setInvalid(message);
    if (message) field.current?.focus();
    else onSend(address);
  }

  return (
    <form className={styles.corrected} onSubmit={submit} noValidate>
      <EmailField
        label={t('Corrected address')}
        error={invalid ?? failed}
        ref={field}
        value={email}
        onText={(text) => {
          setEmail(text);
          setInvalid(null);
          onChange();
        }}
      />
      <div className="actions">
        {liftable ? (
          <UseAgain email={email.trim()} onLifted={onChange} />
        ) : (
          <Button type="submit" size="sm" busy={sending}>
            {sending ? t('Sending...') : t('Send to this address')}
          </Button>
        )}
        <Button variant="quiet" size="sm" disabled={sending} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function PutOnDeskButton({ letterId }: { letterId: number }) {
  const navigate = useNavigate();
  const invalidate = useInvalidation();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { run, busy, failure } = useAction('The letter was not put on the desk', async () => {
    const askedAt = location.href;
    const draft = await putOnDesk(letterId, idempotencyKey);
    // Though an event has taken the letter off the page meanwhile; not where the person has gone to another.
    if (location.href === askedAt) void navigate('/', { state: visitOf(draft) });
    await invalidate('waiting letter');
  });
  return (
    <>
      <Button variant="secondary" size="sm" busy={busy} onClick={() => run()}>
        {t('Put it on the desk')}
      </Button>
      {failure ? (
        <div className={styles.taken}>
          <p className="trouble" role="alert">
            {messageForPerson(failure, t('The letter was not put on the desk. Please try once more.'))}
          </p>
          {failure instanceof ApiFailure && failure.code === 'DESK_TAKEN' ? (
            <ButtonLink variant="secondary" size="sm" to="/">
              {t('Go to the desk')}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
