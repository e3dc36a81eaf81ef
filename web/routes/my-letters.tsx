import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { useChosenRecipient } from '../features/my-letters/chosen-recipient.ts';
import { ConversationTimeline } from '../features/my-letters/conversation-timeline.tsx';
import { LetterBox } from '../features/my-letters/letter-box.tsx';
import { LettersFailure } from '../features/my-letters/letters-failure.tsx';
import { useCorrespondents, useLetters } from '../features/my-letters/letters-queries.ts';
import styles from '../features/my-letters/mailbox.module.css';
import { RecipientsPanel } from '../features/my-letters/recipients-panel.tsx';
import { RuledLine } from '../features/my-letters/ruled-line.tsx';
import { StatsView } from '../features/my-letters/stats-view.tsx';
import { useUnread } from '../features/my-letters/unread.ts';
import { UntouchedDesk } from '../features/my-letters/untouched-desk.tsx';
import { useConversationFocus } from '../features/my-letters/use-conversation-focus.ts';

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
          <RuledLine>Fetching your letters...</RuledLine>
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
              variant="bare"
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
          <UntouchedDesk onLetterBox={() => setLetterBoxOpen(true)} />
        ) : (
          <StatsView />
        )}
      </div>
      {letterBoxOpen ? <LetterBox ownEmail={email} onClose={() => setLetterBoxOpen(false)} /> : null}
    </div>
  );
}
