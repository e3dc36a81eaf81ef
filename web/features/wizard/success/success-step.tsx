import { Button, ButtonLink } from '../../../components/button.tsx';
import { Envelope } from '../../../components/envelope.tsx';
import type { Sender } from '../letter-mail.ts';
import type { SentLetter } from '../wizard-state.ts';
import styles from './success-step.module.css';

interface SuccessStepProps {
  letter: SentLetter;
  sender: Sender;
  onSendAnother: () => void;
}

/** Last step: the letter was sent. */
export function SuccessStep({ letter, sender, onSendAnother }: SuccessStepProps) {
  const { recipientName, recipientEmail, at } = letter;
  const [firstName = recipientName] = recipientName.split(/\s+/);
  return (
    <div className={styles.step}>
      <div>
        <h1 tabIndex={-1}>Letter Sent Successfully</h1>
        <p className={styles.lead}>
          Your letter has been sent to <bdi>{recipientName}</bdi>. When <bdi>{firstName}</bdi> replies, the
          reply is tied to this letter in your mailbox.
        </p>
        <div className={styles.acts}>
          <Button onClick={onSendAnother}>Send Another Letter</Button>
          <ButtonLink variant="secondary" to="/my-letters">
            View My Letters
          </ButtonLink>
        </div>
      </div>
      <div className={styles.road}>
        <Envelope
          className={styles.envelope}
          from={sender}
          to={{ name: recipientName, email: recipientEmail }}
          photos={[]}
          stamp="cancelled"
          cancelledAt={new Date(at)}
          closed
        />
      </div>
    </div>
  );
}
