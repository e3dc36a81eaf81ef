import { useId, useState } from 'react';
import { addressesInText } from '../../../../packages/address-files/address-in-text.ts';
import { isEmailAddress } from '../../../../packages/address-files/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../../shared/email-address.ts';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useToast } from '../../../components/toast.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { t } from '../../../lib/words.tsx';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { useRecipients } from '../../recipients/recipients-query.ts';
import type { Sender } from '../letter-mail.ts';
import {
  type ChosenRecipient,
  chosenFrom,
  everybody,
  hasRecipients,
  isNobody,
  isRecipientComplete,
  NOBODY,
  writtenTo,
} from '../recipients.ts';
import { BackButton, StepAction } from '../step-action.tsx';
import layout from '../step-layout.module.css';
import type { Wizard } from '../wizard-store.ts';
import { AddressedEnvelope } from './addressed-envelope.tsx';
import { RecentRecipients } from './recent-recipients.tsx';
import styles from './recipient-step.module.css';
import { useSaveRecipients } from './use-save-recipient.ts';

const AddressBook = lazyDialog(
  async () => (await import('../../recipients/address-book/choose-person.tsx')).ChoosePerson,
);

const GroupChoice = lazyPart(async () => (await import('./group-choice.tsx')).GroupChoice);

interface RecipientStepProps {
  wizard: Wizard;
  sender: Sender;
  onBack: () => void;
  onContinue: () => void;
}

export function RecipientStep({ wizard, sender, onBack, onContinue }: RecipientStepProps) {
  const { state, dispatch } = wizard;
  const { recipient, others } = state;
  const toast = useToast();
  const formId = useId();
  const { data: book = [] } = useRecipients();
  const save = useSaveRecipients(wizard);
  const shown = useIsShown();
  const [bookOpen, setBookOpen] = useState(false);
  // On a phone, before an empty form: only if they were known as the step was entered, so that nothing moves.
  const [recentsFirst] = useState(() => recipient.name === '' && recipient.email === '' && book.length > 0);
  const complete = hasRecipients(state);
  const onSlip =
    isNobody(recipient) || isRecipientComplete(recipient)
      ? others.find((one) => !isRecipientComplete(one))
      : undefined;
  const missing = onSlip ?? recipient;

  /** The first replaces whom the envelope names; once there are several, they are added and left out. */
  function choose(chosen: Recipient) {
    dispatch({ type: others.length === 0 ? 'recipient-chosen' : 'recipient-toggled', recipient: chosen });
  }

  function takeSeveral(text: string): boolean {
    const found = addressesInText(text);
    if (found.length < 2) return false;
    const added = found.map(({ email, name }) => {
      const known = book.find((entry) => recipientKey(entry.email) === recipientKey(email));
      return known ? chosenFrom(known) : { ...NOBODY, name, email };
    });
    // What was typed is the list itself.
    if (!isEmailAddress(recipient.email)) dispatch({ type: 'recipient-typed', email: '' });
    dispatch({ type: 'recipients-added', added });
    return true;
  }

  function openMissing() {
    if (onSlip) dispatch({ type: 'other-opened', email: onSlip.email });
    const field = missing.name.trim() ? '[type="email"]' : '';
    return document.querySelector<HTMLElement>(`form[id="${formId}"] input${field}`);
  }

  async function submit() {
    if (complete) {
      dispatch({ type: 'recipients-settled' });
      if ((await save.run()) && shown.current) onContinue();
    } else if (missing.name.trim() === '' || missing.email.trim() === '') {
      toast({
        title: t('Missing information'),
        description: t('Please enter recipient name and email'),
        tone: 'error',
      });
    } else {
      toast({ title: t('Invalid email'), description: t(INVALID_EMAIL_MESSAGE), tone: 'error' });
    }
  }

  return (
    <div className={classNames(layout.work, styles.step)} data-recents-first={recentsFirst || undefined}>
      <section className={styles.form}>
        <h1 tabIndex={-1}>{t('Who is it for?')}</h1>
        <AddressedEnvelope
          formId={formId}
          sender={sender}
          wizard={wizard}
          onSeveral={takeSeveral}
          onSubmit={submit}
        />
      </section>
      <aside className={classNames(layout.side, styles.aside)} aria-labelledby={`${formId}-recent`}>
        <div className={styles.recents}>
          <h2 id={`${formId}-recent`}>{t('Recent recipients')}</h2>
          <RecentRecipients chosenIds={everybody(state).map(({ recentId }) => recentId)} onChoose={choose} />
          <Button
            variant="quiet"
            size="sm"
            className="outdent mt3"
            aria-haspopup="dialog"
            onClick={() => setBookOpen(true)}
          >
            {t('Address book')}
          </Button>
        </div>
        <GroupChoice wizard={wizard} />
      </aside>
      <div className={classNames(layout.dock, layout.between, styles.dock)} data-dock>
        <BackButton onClick={onBack} />
        {save.failure ? (
          <Failure
            error={
              navigator.onLine
                ? t('Please try again.')
                : t('There is no connection. Please try again once there is.')
            }
            what={t('Failed to save recipient.')}
          />
        ) : null}
        <StepAction
          whyNot={complete ? null : onSlip ? whyNotOnSlip(onSlip) : whyNot(recipient)}
          place={openMissing}
          type="submit"
          form={formId}
          busy={save.busy}
        >
          {t('Continue to Template')}
        </StepAction>
      </div>
      {bookOpen ? (
        <AddressBook
          onClose={() => setBookOpen(false)}
          onChoose={(chosen) => {
            dispatch(writtenTo(state, chosen));
            setBookOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}

const whyNot = ({ name }: ChosenRecipient) =>
  name.trim() ? t('It needs an e-mail address.') : t('It needs a name and an e-mail address.');

const whyNotOnSlip = ({ name, email }: ChosenRecipient) =>
  name.trim()
    ? t('{name} needs an e-mail address.', { name: name.trim() })
    : t('{address} needs a name.', { address: email.trim() });
