import { useId, useState } from 'react';
import { INVALID_EMAIL_MESSAGE } from '../../../../shared/email-address.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { useToast } from '../../../components/toast.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useRecipients } from '../../recipients/recipients-query.ts';
import { BackButton } from '../back-button.tsx';
import type { Sender } from '../letter-mail.ts';
import { showPlace } from '../show-place.ts';
import layout from '../step-layout.module.css';
import { WhyNot } from '../why-not.tsx';
import { type ChosenRecipient, isRecipientComplete } from '../wizard-state.ts';
import type { Wizard } from '../wizard-store.ts';
import { AddressedEnvelope } from './addressed-envelope.tsx';
import { RecentRecipients } from './recent-recipients.tsx';
import styles from './recipient-step.module.css';
import { useSaveRecipient } from './use-save-recipient.ts';

const AddressBook = lazyDialog(async () => ({
  default: (await import('../../recipients/address-book/address-book.tsx')).AddressBook,
}));

interface RecipientStepProps {
  wizard: Wizard;
  sender: Sender;
  onBack: () => void;
  onContinue: () => void;
}

/** Step two: name and address, typed or chosen from the recent recipients or the address book. */
export function RecipientStep({ wizard, sender, onBack, onContinue }: RecipientStepProps) {
  const { state, dispatch } = wizard;
  const { recipient } = state;
  const toast = useToast();
  const formId = useId();
  const { save, saving, failed } = useSaveRecipient(wizard);
  const [bookOpen, setBookOpen] = useState(false);
  const complete = isRecipientComplete(recipient);
  const recentsFirst = useRecentsFirst(recipient);

  async function submit() {
    if (recipient.name.trim() === '' || recipient.email.trim() === '') {
      toast({
        title: 'Missing information',
        description: 'Please enter recipient name and email',
        tone: 'error',
      });
    } else if (!isRecipientComplete(recipient)) {
      toast({ title: 'Invalid email', description: INVALID_EMAIL_MESSAGE, tone: 'error' });
    } else if (await save()) {
      onContinue();
    }
  }

  return (
    <div className={classNames(layout.work, styles.step)} data-recents-first={recentsFirst || undefined}>
      <section className={styles.form}>
        <h1 tabIndex={-1}>Who is it for?</h1>
        <AddressedEnvelope
          formId={formId}
          sender={sender}
          recipient={recipient}
          onType={(change) => dispatch({ type: 'recipient-typed', ...change })}
          onSubmit={submit}
        />
      </section>
      <aside className={classNames(layout.side, styles.aside)} aria-labelledby={`${formId}-recent`}>
        <div className={styles.recents}>
          <h2 id={`${formId}-recent`}>Recent recipients</h2>
          <RecentRecipients
            chosenId={recipient.recentId}
            onChoose={(chosen) => dispatch({ type: 'recipient-chosen', recipient: chosen })}
          />
          <Button
            variant="quiet"
            size="sm"
            className={styles.book}
            aria-haspopup="dialog"
            onClick={() => setBookOpen(true)}
          >
            Address book
          </Button>
        </div>
      </aside>
      <div className={classNames(layout.dock, layout.between, styles.dock)} data-dock>
        <BackButton onClick={onBack} />
        {failed ? <Failure error="Please try again." what="Failed to save recipient." /> : null}
        {complete ? null : (
          <WhyNot
            id={`${formId}-why`}
            reason={
              recipient.name.trim() ? 'It needs an e-mail address.' : 'It needs a name and an e-mail address.'
            }
            place="Show where"
            onGo={() =>
              showPlace(
                document.querySelector<HTMLElement>(
                  `form[id="${formId}"] input${recipient.name.trim() ? '[type="email"]' : ''}`,
                ),
              )
            }
          />
        )}
        <Button
          type="submit"
          form={formId}
          className={layout.onward}
          busy={saving}
          disabled={!complete}
          aria-describedby={complete ? undefined : `${formId}-why`}
        >
          Continue to Template
        </Button>
      </div>
      {bookOpen ? (
        <AddressBook
          open
          onOpenChange={setBookOpen}
          onChoose={(chosen) => {
            dispatch({ type: 'recipient-chosen', recipient: chosen });
            setBookOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}

/**
 * Whether recent recipients come before the form on a phone: when it was empty as the step was entered, and they were
 * known by then, so that nothing moves.
 */
function useRecentsFirst({ name, email }: ChosenRecipient): boolean {
  const { data } = useRecipients();
  const [first] = useState(() => name === '' && email === '' && (data?.length ?? 0) > 0);
  return first;
}
