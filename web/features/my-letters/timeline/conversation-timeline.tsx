import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { mailboxPath } from '../chosen-recipient.ts';
import { LettersFailure } from '../letters-failure.tsx';
import { useLetters, useReplies } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { countOf } from '../messages.ts';
import { EmptyMailbox } from '../overview/empty-mailbox.tsx';
import styles from './conversation-timeline.module.css';
import { Timeline } from './timeline.tsx';
import { mergeTimeline, nextToLoad } from './timeline-items.ts';

/**
 * Letters to one recipient and the replies, newest first (spec section 2, /my-letters).
 * @param recipient key of the chosen recipient
 */
export function ConversationTimeline({ recipient }: { recipient: string }) {
  const letters = useLetters(recipient);
  const replies = useReplies(recipient);
  const newest = letters.data?.[0];
  return (
    <section className={styles.conversation} id="conversation">
      <ButtonLink className={styles.back} variant="quiet" size="sm" to={mailboxPath()}>
        <Icon name="back" />
        Back to Mailbox
      </ButtonLink>
      {letters.isError && !letters.data ? (
        <LettersFailure error={letters.error} busy={letters.isFetching} onRetry={letters.refetch} />
      ) : null}
      {letters.data && !newest ? <EmptyMailbox /> : null}
      {newest ? (
        <div className={styles.lead}>
          <h1 tabIndex={-1} dir="auto">
            {newest.recipientName.trim() || newest.recipientEmail}
          </h1>
          <p className="dim" dir="auto">
            {newest.recipientEmail}
          </p>
        </div>
      ) : null}
      {letters.isPending || (newest && replies.isPending) ? (
        <LoadingLine>Untying the bundle...</LoadingLine>
      ) : null}
      {newest && !replies.isPending ? <LettersAndReplies letters={letters} replies={replies} /> : null}
    </section>
  );
}

interface LettersAndRepliesProps {
  letters: ReturnType<typeof useLetters>;
  replies: ReturnType<typeof useReplies>;
}

function LettersAndReplies({ letters, replies }: LettersAndRepliesProps) {
  const allLetters = letters.data ?? [];
  const allReplies = replies.data ?? [];
  const older = { letters: letters.hasNextPage, replies: replies.hasNextPage };
  const next = nextToLoad(allLetters, allReplies, older);
  const nextQuery = next === 'letters' ? letters : replies;
  return (
    <>
      <p className="vh" role="status">
        {next ? 'The newest ' : ''}
        {countOf(allLetters.length, 'letter')}, {countOf(allReplies.length, 'reply')}
      </p>
      {replies.isError && !replies.data ? (
        <Notice
          className={styles.notice}
          tone="error"
          title="The replies could not be loaded"
          actions={
            <Button variant="secondary" size="sm" busy={replies.isFetching} onClick={() => replies.refetch()}>
              Retry
            </Button>
          }
        >
          {messageForPerson(replies.error, 'Your letters are all here.')}
        </Notice>
      ) : null}
      <Timeline items={mergeTimeline(allLetters, allReplies, older)} older={next ? nextQuery : null} />
    </>
  );
}
