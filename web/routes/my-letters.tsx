import { useState } from 'react';
import type { Letter } from '../../shared/letters.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { useAddressOf, useChosenRecipient } from '../features/my-letters/chosen-recipient.ts';
import { ConversationsDialog } from '../features/my-letters/conversations-dialog/conversations-dialog.tsx';
import { LettersFailure } from '../features/my-letters/letters-failure.tsx';
import { useCorrespondents, useLetterTotals, useWaiting } from '../features/my-letters/letters-queries.ts';
import { LoadingLine } from '../features/my-letters/loading-line.tsx';
import styles from '../features/my-letters/mailbox.module.css';
import { EmptyMailbox } from '../features/my-letters/overview/empty-mailbox.tsx';
import { PausedNotice, usePause } from '../features/my-letters/overview/paused-notice.tsx';
import { UndeliveredLetters } from '../features/my-letters/overview/recipient-notices.tsx';
import { StatsView } from '../features/my-letters/overview/stats-view.tsx';
import { WaitingLetters } from '../features/my-letters/overview/waiting-letters.tsx';
import { RecipientsPanel } from '../features/my-letters/recipients-panel/recipients-panel.tsx';
import { ConversationTimeline } from '../features/my-letters/timeline/conversation-timeline.tsx';
import { useConversationFocus } from '../features/my-letters/timeline/use-conversation-focus.ts';
import { NextOccasion, useNextOccasion } from '../features/recipients/next-occasion.tsx';
import { usePending } from '../lib/use-pending.ts';
import { t } from '../lib/words.tsx';

/** `/my-letters`: the recipient list, and the conversation with one recipient or the totals (spec section 2). */
export default function MyLettersPage() {
  const chosen = useChosenRecipient();
  const people = useCorrespondents('');
  const totals = useLetterTotals();
  // All that stands over the list is known before any of it is shown, so that nothing is pushed from under a finger.
  const waiting = useWaiting();
  const around = [usePause(), useNextOccasion()];
  // The conversation shows its own loading and error states.
  const queries = chosen === null ? [people, totals, waiting] : [people];
  const awaited = chosen === null ? [...queries, ...around] : queries;
  const pending = usePending(awaited.some(({ isPending }) => isPending));
  // What stands beside a conversation says itself that it could not be read.
  const failed = chosen === null && queries.find(({ isError, data }) => isError && !data);
  return (
    <Page title={t('My Letters')}>
      {failed ? (
        <>
          <h1 className="mb5">{t('My Letters')}</h1>
          <LettersFailure
            query={{
              ...failed,
              isFetching: queries.some(({ isFetching }) => isFetching),
              refetch: () => queries.map((query) => query.isError && query.refetch()),
            }}
          />
        </>
      ) : pending ? (
        <>
          <h1 className="vh">{t('My Letters')}</h1>
          <LoadingLine>{t('Fetching your letters...')}</LoadingLine>
        </>
      ) : (
        <Mailbox
          chosen={chosen}
          isEmpty={totals.data?.letters === 0 && totals.data.received === 0}
          waiting={waiting.data ?? []}
        />
      )}
    </Page>
  );
}

interface MailboxProps {
  chosen: string | null;
  isEmpty: boolean;
  waiting: readonly Letter[];
}

function Mailbox({ chosen, isEmpty, waiting }: MailboxProps) {
  const { email } = usePerson();
  const [conversationsOpen, setConversationsOpen] = useState(false);
  const address = useAddressOf(chosen);
  useConversationFocus(chosen, address);
  const isOverview = chosen === null && !isEmpty;
  return (
    <div
      className={styles.mailbox}
      data-overview={isOverview || undefined}
      data-conversation={chosen !== null || undefined}
    >
      {isOverview ? (
        <>
          <header className={styles.head}>
            <h1>{t('My Letters')}</h1>
            <ButtonLink to="/">
              <Icon name="pen" />
              {t('Write a New Letter')}
            </ButtonLink>
          </header>
          <div className={styles.now}>
            <PausedNotice />
            <UndeliveredLetters />
            <NextOccasion />
            <WaitingLetters waiting={waiting} />
          </div>
        </>
      ) : null}
      <div className={styles.panel}>
        <RecipientsPanel
          chosen={chosen}
          address={address}
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
      {isOverview ? (
        <div className={styles.totals}>
          <StatsView />
        </div>
      ) : (
        <div className={styles.content}>
          {chosen === null ? (
            <EmptyMailbox overview />
          ) : (
            <ConversationTimeline key={chosen} recipient={chosen} />
          )}
        </div>
      )}
      {conversationsOpen ? (
        <ConversationsDialog ownEmail={email} onClose={() => setConversationsOpen(false)} />
      ) : null}
    </div>
  );
}
