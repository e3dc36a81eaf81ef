import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { ConversationsDialog } from '../features/my-letters/conversations-dialog/conversations-dialog.tsx';
import { useConversationFocus } from '../features/my-letters/conversations-dialog/use-conversation-focus.ts';
import { LettersFailure } from '../features/my-letters/letters-failure.tsx';
import { useCorrespondents, useLetters } from '../features/my-letters/letters-queries.ts';
import { useUnread } from '../features/my-letters/live/unread.ts';
import { LoadingLine } from '../features/my-letters/loading-line.tsx';
import styles from '../features/my-letters/mailbox.module.css';
import { NoLettersYet } from '../features/my-letters/overview/no-letters-yet.tsx';
import { StatsView } from '../features/my-letters/overview/stats-view.tsx';
import { useChosenRecipient } from '../features/my-letters/recipients-panel/chosen-recipient.ts';
import { RecipientsPanel } from '../features/my-letters/recipients-panel/recipients-panel.tsx';
import { ConversationTimeline } from '../features/my-letters/timeline/conversation-timeline.tsx';

/** `/my-letters`: everyone written to, and the conversation with one of them (spec section 2). */
export default function MyLettersPage() {
  const chosen = useChosenRecipient();
  const people = useCorrespondents('');
  const letters = useLetters(chosen);
  // A conversation that could not be loaded says so in its own place.
  const needed = chosen === null ? [people, letters] : [people];
  // Nothing may push the sheet about once it lies there.
  const unread = useUnread();
  const pending = needed.some(({ isPending }) => isPending) || (chosen === null && unread.isPending);
  const failed = needed.find(({ isError, data }) => isError && !data);
  return (
    <Page title="My Letters">
      {!failed && pending ? (
        <>
          <h1 className="vh">My Letters</h1>
          <LoadingLine>Fetching your letters...</LoadingLine>
        </>
      ) : null}
      {failed ? (
        <>
          <h1 className={styles.failedTitle}>My Letters</h1>
          <LettersFailure
            error={failed.error}
            busy={needed.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const each of needed) if (each.isError) each.refetch();
            }}
          />
        </>
      ) : null}
      {!failed && !pending && people.data ? (
        <Mailbox chosen={chosen} empty={people.data.length === 0} />
      ) : null}
    </Page>
  );
}

function Mailbox({ chosen, empty }: { chosen: string | null; empty: boolean }) {
  const { email } = usePerson();
  const [letterBoxOpen, setLetterBoxOpen] = useState(false);
  useConversationFocus(chosen);
  return (
    <div className={styles.mailbox} data-conversation={chosen !== null || undefined}>
      <div className={styles.panel}>
        <RecipientsPanel
          chosen={chosen}
          action={
            <Button
              variant="quiet"
              size="sm"
              className={styles.letterBox}
              onClick={() => setLetterBoxOpen(true)}
            >
              <Icon name="mail" />
              Letter Box
            </Button>
          }
        />
      </div>
      <div className={styles.desk}>
        {chosen !== null ? (
          <ConversationTimeline key={chosen} recipient={chosen} />
        ) : empty ? (
          <NoLettersYet onLetterBox={() => setLetterBoxOpen(true)} />
        ) : (
          <StatsView />
        )}
      </div>
      {letterBoxOpen ? (
        <ConversationsDialog ownEmail={email} onClose={() => setLetterBoxOpen(false)} />
      ) : null}
    </div>
  );
}
