import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { useChosenRecipient } from '../features/my-letters/chosen-recipient.ts';
import { ConversationsDialog } from '../features/my-letters/conversations-dialog/conversations-dialog.tsx';
import { LettersFailure } from '../features/my-letters/letters-failure.tsx';
import { useArrivals, useCorrespondents, useLetters } from '../features/my-letters/letters-queries.ts';
import { LoadingLine } from '../features/my-letters/loading-line.tsx';
import styles from '../features/my-letters/mailbox.module.css';
import { EmptyMailbox } from '../features/my-letters/overview/empty-mailbox.tsx';
import { StatsView } from '../features/my-letters/overview/stats-view.tsx';
import { RecipientsPanel } from '../features/my-letters/recipients-panel/recipients-panel.tsx';
import { ConversationTimeline } from '../features/my-letters/timeline/conversation-timeline.tsx';
import { useConversationFocus } from '../features/my-letters/timeline/use-conversation-focus.ts';
import { t } from '../lib/words.tsx';

/** `/my-letters`: the recipient list, and the conversation with one recipient or the totals (spec section 2). */
export default function MyLettersPage() {
  const chosen = useChosenRecipient();
  const people = useCorrespondents('');
  const letters = useLetters(chosen);
  // The conversation shows its own loading and error states.
  const queries = chosen === null ? [people, letters] : [people];
  // What was sent is shown only once it is known what came, so that nothing shifts.
  const arrivals = useArrivals();
  const pending = queries.some(({ isPending }) => isPending) || (chosen === null && arrivals.isPending);
  const failed = queries.find(({ isError, data }) => isError && !data);
  return (
    <Page title={t('My Letters')}>
      {!failed && pending ? (
        <>
          <h1 className="vh">{t('My Letters')}</h1>
          <LoadingLine>{t('Fetching your letters...')}</LoadingLine>
        </>
      ) : null}
      {failed ? (
        <>
          <h1 className={styles.failedTitle}>{t('My Letters')}</h1>
          <LettersFailure
            query={{
              ...failed,
              isFetching: queries.some(({ isFetching }) => isFetching),
              refetch: () => queries.map((query) => query.isError && query.refetch()),
            }}
          />
        </>
      ) : null}
      {!failed && !pending && people.data ? (
        <Mailbox
          chosen={chosen}
          nothingSent={letters.data?.length === 0}
          nothingCame={arrivals.data?.length === 0}
        />
      ) : null}
    </Page>
  );
}

interface MailboxProps {
  chosen: string | null;
  nothingSent: boolean;
  nothingCame: boolean;
}

function Mailbox({ chosen, nothingSent, nothingCame }: MailboxProps) {
  const { email } = usePerson();
  const [conversationsOpen, setConversationsOpen] = useState(false);
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
              className={styles.conversations}
              onClick={() => setConversationsOpen(true)}
            >
              <Icon name="mail" />
              {t('Conversations')}
            </Button>
          }
        />
      </div>
      <div className={styles.content}>
        {chosen !== null ? (
          <ConversationTimeline key={chosen} recipient={chosen} />
        ) : nothingSent && nothingCame ? (
          <EmptyMailbox overview />
        ) : (
          <StatsView nothingSent={nothingSent} onOpenConversations={() => setConversationsOpen(true)} />
        )}
      </div>
      {conversationsOpen ? (
        <ConversationsDialog ownEmail={email} onClose={() => setConversationsOpen(false)} />
      ) : null}
    </div>
  );
}
