import { Button, ButtonLink } from '../../../components/button.tsx';
import { usePerson } from '../../identity/use-person.ts';
import { useConversations } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { receivedLettersMessage } from '../messages.ts';
import styles from './empty-mailbox.module.css';

interface EmptyMailboxProps {
  /** letters that others wrote to this person, which the 'Conversations' dialog shows */
  received?: { message: string; onOpen: () => void } | null;
}

/** 'No letters yet' (spec section 2, /my-letters). */
export function EmptyMailbox({ received = null }: EmptyMailboxProps) {
  return (
    <section className={styles.empty}>
      <div className={styles.front} aria-hidden="true">
        <i className={styles.inside} />
      </div>
      <div className={styles.text}>
        <h1 tabIndex={-1}>No letters yet</h1>
        <p className="dim">Write to someone and their envelope will live here.</p>
        <ButtonLink to="/">Write First Letter</ButtonLink>
        {received ? (
          <div className={styles.received}>
            <p>{received.message}</p>
            <Button variant="secondary" onClick={received.onOpen}>
              Read what they wrote
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** The empty mailbox of somebody who has sent nothing, with the letters that others sent to them. */
export function NoLettersYet({ onOpenConversations }: { onOpenConversations: () => void }) {
  const { email } = usePerson();
  const received = useConversations(email);
  if (received.isPending) return <LoadingLine>Looking into your letter box...</LoadingLine>;
  const count = received.data?.length ?? 0;
  return (
    <EmptyMailbox
      received={
        count > 0
          ? { message: receivedLettersMessage(count, received.hasNextPage), onOpen: onOpenConversations }
          : null
      }
    />
  );
}
