import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RefusedAddress } from '../../../../shared/errors.ts';
import type { User } from '../../../../shared/users.ts';
import { calledName } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { NeedCreditsDialog } from '../../credits/lazy-need-credits-dialog.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { UseAgain } from '../../recipients/use-again.tsx';
import { envelopeMessage } from '../../uploads/upload-messages.ts';
import { isUnderWay, type UploadQueue } from '../../uploads/upload-queue.ts';
import { MailWindow } from '../letter-frame/mail-window.tsx';
import type { Sender } from '../letter-mail.ts';
import { everybody, namesOf } from '../recipients.ts';
import layout from '../step-layout.module.css';
import type { WizardStores } from '../stores.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './preview-step.module.css';
import type { RefusedAddresses } from './send-failure.ts';
import { SendNotice } from './send-notice.tsx';
import { SendSummary } from './send-summary.tsx';
import { useSendLetter } from './use-send-letter.ts';

interface PreviewStepProps {
  wizard: Wizard;
  stores: Pick<WizardStores, 'wizard' | 'drafts'>;
  queue: UploadQueue;
  sender: Sender;
  user: User | null;
  onBack: () => void;
  onToUpload: () => void;
  onToRecipient: () => void;
  onSent: () => void;
}

export function PreviewStep(props: PreviewStepProps) {
  const { wizard, stores, queue, sender, user, onBack, onToUpload, onToRecipient, onSent } = props;
  const { state } = wizard;
  const { send, sending, notice, dismiss, sendAnother } = useSendLetter(stores, onSent);
  const people = everybody(state);
  const readerId = useId();
  const [readerEmail, setReaderEmail] = useState('');
  const reader = people.find(({ email }) => email === readerEmail) ?? people[0] ?? state.recipient;
  const read = { ...state, recipient: reader };

  /** The button that settled it is gone, so Send gets the focus. */
  function settleRefused() {
    flushSync(dismiss);
    document.querySelector<HTMLElement>('[data-send]')?.focus();
  }

  return (
    <div className={classNames(layout.work, styles.step)}>
      <section>
        <div className="lead">
          <h1 tabIndex={-1}>{t('Read it once more')}</h1>
          <p className="dim sm">
            <T text="This is what {name} will open." name={calledName(reader)} />
          </p>
          {people.length > 1 ? (
            <div className={styles.readAs}>
              <label htmlFor={readerId}>
                {
                  // Translators: label of a list of people, each of whom gets the letter with their own name in it
                  t('Read it as')
                }
              </label>
              <select
                className="control"
                id={readerId}
                value={reader.email}
                onChange={(event) => setReaderEmail(event.target.value)}
              >
                {people.map(({ name, email }) => (
                  <option key={email} value={email}>
                    {name.trim()}
                  </option>
                ))}
              </select>
            </div>
          ) : null}
        </div>
        <MailWindow state={read} sender={sender} title={t('Final preview of the letter')} />
      </section>
      <aside className={classNames(layout.side, styles.side)} aria-label={t('Counter')}>
        <SendSummary
          wizard={wizard}
          sender={sender}
          user={user}
          sending={sending}
          photosMissing={queue.length > 0}
          remark={
            <>
              {notice ? (
                <SendNotice
                  className={styles.remark}
                  notice={notice}
                  onSendAnother={() => void sendAnother()}
                />
              ) : null}
              {queue.length > 0 ? (
                <Notice
                  className={styles.remark}
                  tone={isUnderWay(queue) ? 'info' : 'warning'}
                  title={isUnderWay(queue) ? t('Not all pages are here yet') : t('A page is missing')}
                  actions={
                    <Button variant="secondary" size="sm" onClick={onToUpload}>
                      {t('See the pages')}
                    </Button>
                  }
                >
                  {envelopeMessage(state.photos.length, queue)}
                </Notice>
              ) : null}
            </>
          }
          onSend={send}
          onBack={onBack}
        />
        {notice?.kind === 'refused' ? (
          <AddressesRefused
            wizard={wizard}
            refusal={notice}
            onSettled={settleRefused}
            onChange={onToRecipient}
          />
        ) : null}
      </aside>
      {notice?.kind === 'credits' ? (
        <NeedCreditsDialog
          onClose={dismiss}
          recipientName={namesOf(state)}
          people={people.length}
          stamped={state.stamp}
          onSend={() => void send()}
        />
      ) : null}
    </div>
  );
}

interface AddressesRefusedProps {
  wizard: Wizard;
  refusal: RefusedAddresses;
  /** the letter may be sent once more */
  onSettled: () => void;
  onChange: () => void;
}

/** Names those to whom no letter goes, and why; nothing was sent or charged. A bounced address can be used again. */
function AddressesRefused({ wizard, refusal, onSettled, onChange }: AddressesRefusedProps) {
  const { state, dispatch } = wizard;
  const [lifted, setLifted] = useState<string[]>([]);
  const notice = useRef<HTMLDivElement>(null);
  // On a phone this is far below the button that was pressed.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  const people = everybody(state);
  const several = people.length > 1;
  const remaining = refusal.refused.filter(({ email }) => !lifted.includes(email));
  const isRefused = (email: string) =>
    remaining.some((one) => recipientKey(one.email) === recipientKey(email));
  const left = people.filter(({ email }) => !isRefused(email));

  function leaveOut() {
    for (const { email } of remaining) {
      // Whoever the envelope names is one of the others first.
      dispatch({ type: 'recipient-set-aside' });
      dispatch({ type: 'other-removed', email });
    }
    dispatch({ type: 'recipients-settled' });
    onSettled();
  }

  function lift(email: string) {
    if (remaining.length === 1) return onSettled();
    flushSync(() => setLifted((now) => [...now, email]));
    notice.current?.focus();
  }

  const again = ({ email, code }: RefusedAddress) =>
    code === 'ADDRESS_BOUNCED' ? (
      <UseAgain
        key={email}
        email={email}
        variant={several ? 'quiet' : 'secondary'}
        label={several ? t('Use this address again: {address}', { address: email }) : undefined}
        onLifted={() => lift(email)}
      />
    ) : null;

  return (
    <div ref={notice} tabIndex={-1} className="mt4">
      <Notice
        tone="error"
        title={refusal.title}
        actions={
          <>
            {left.length > 0 ? (
              <Button variant="secondary" size="sm" onClick={leaveOut}>
                {n(remaining.length, 'Leave this one out', 'Leave these out')}
              </Button>
            ) : null}
            <Button variant="secondary" size="sm" onClick={onChange}>
              {several ? t('Change the addresses') : t('Change the address')}
            </Button>
            {several ? null : remaining.map(again)}
          </>
        }
      >
        {several ? (
          <ul>
            {remaining.map((one) => (
              <li key={one.email}>
                {one.message} {again(one)}
              </li>
            ))}
          </ul>
        ) : (
          remaining.map(({ message }) => message)
        )}
      </Notice>
    </div>
  );
}
