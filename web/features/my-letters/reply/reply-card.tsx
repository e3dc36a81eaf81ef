import { useState } from 'react';
import type { TimelineReply } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Tag } from '../../../components/tag.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
import { usePerson } from '../../identity/use-person.ts';
import { ConversationThread } from '../conversations-dialog/conversation-thread.tsx';
import { providerBadge, replyTitle } from '../messages.ts';
import styles from './reply-card.module.css';
import { ReplyContents } from './reply-contents.tsx';

/** A reply tied to its letter: a slip for theirs, a sheet for one's own (spec section 2, reply card). */
export function ReplyCard({ reply }: { reply: TimelineReply }) {
  const { email } = usePerson();
  const [answering, setAnswering] = useState(false);
  return (
    <article className={styles.card} data-own={reply.isFromOriginalSender || undefined}>
      <header className={styles.head}>
        <h2>{replyTitle(reply, true)}</h2>
        <span className={styles.address}>{reply.fromEmail}</span>
        <time dateTime={reply.createdAt}>{formatDateTime(reply.createdAt)}</time>
        <Tag>{providerBadge(reply.emailProvider)}</Tag>
      </header>
      <div className={styles.body}>
        <ReplyContents reply={reply} />
        {reply.isFromOriginalSender ? null : (
          <Button
            variant="secondary"
            size="sm"
            className={styles.answer}
            aria-label={`Answer the reply of ${formatDateTime(reply.createdAt)}`}
            onClick={() => setAnswering(true)}
          >
            Answer
          </Button>
        )}
      </div>
      {answering ? (
        <Dialog
          open
          onOpenChange={(open) => open || setAnswering(false)}
          title={`Conversation about letter #${reply.letterId}`}
        >
          <ConversationThread conversationId={reply.conversationId} ownEmail={email} answering />
        </Dialog>
      ) : null}
    </article>
  );
}
