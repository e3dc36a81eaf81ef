import { useMemo, useState } from 'react';
import type { Letter } from '../../shared/letters.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { useChosenRecipient } from '../features/my-letters/chosen-recipient.ts';
import { ConversationTimeline } from '../features/my-letters/conversation-timeline.tsx';
import { EmptyMailbox } from '../features/my-letters/empty-mailbox.tsx';
import { LetterBox } from '../features/my-letters/letter-box.tsx';
import { lettersFailure, useLetters } from '../features/my-letters/letters-queries.ts';
import styles from '../features/my-letters/mailbox.module.css';
import { groupByRecipient } from '../features/my-letters/recipient-groups.ts';
import { RecipientsPanel } from '../features/my-letters/recipients-panel.tsx';
import { RuledLine } from '../features/my-letters/ruled-line.tsx';
import { StatsView } from '../features/my-letters/stats-view.tsx';
import { useConversationFocus } from '../features/my-letters/use-conversation-focus.ts';

/** `/my-letters`: everyone written to, and the conversation with one of them (spec section 2). */
export default function MyLettersPage() {
  const letters = useLetters();
  return (
    <Page title="My Letters">
      {letters.isPending ? (
        <>
          <h1 className="vh">My Letters</h1>
          <RuledLine>Fetching your letters...</RuledLine>
        </>
      ) : null}
      {letters.isError && !letters.data ? (
        <>
          <h1 className={styles.failedTitle}>My Letters</h1>
          <Notice
            tone="bad"
            title={`Error loading letters: ${lettersFailure(letters.error)}`}
            actions={
              <Button variant="line" size="sm" busy={letters.isFetching} onClick={() => letters.refetch()}>
                Retry
              </Button>
            }
          />
        </>
      ) : null}
      {letters.data ? <Mailbox letters={letters.data} /> : null}
    </Page>
  );
}

function Mailbox({ letters }: { letters: readonly Letter[] }) {
  const { email } = usePerson();
  const chosen = useChosenRecipient();
  const [letterBoxOpen, setLetterBoxOpen] = useState(false);
  const groups = useMemo(() => groupByRecipient(letters), [letters]);
  useConversationFocus(chosen);
  return (
    <div className={styles.mailbox} data-conversation={chosen !== null || undefined}>
      <div className={styles.panel}>
        <RecipientsPanel
          groups={groups}
          total={letters.length}
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
          <ConversationTimeline key={chosen} letters={letters} recipient={chosen} />
        ) : letters.length > 0 ? (
          <StatsView letters={letters} />
        ) : (
          <EmptyMailbox />
        )}
      </div>
      {letterBoxOpen ? (
        <LetterBox ownEmail={email} groups={groups} onClose={() => setLetterBoxOpen(false)} />
      ) : null}
    </div>
  );
}
