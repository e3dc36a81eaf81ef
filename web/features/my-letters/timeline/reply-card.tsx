import { memo, useState } from 'react';
import type { TimelineReply } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Tag } from '../../../components/tag.tsx';
import { useLanguage } from '../../../lib/catalogues.ts';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { p, t } from '../../../lib/words.tsx';
import { ConversationDialog } from '../conversations-dialog/conversation-dialog.tsx';
import { providerBadge, replyTitle } from '../messages.ts';
import { NewMark } from '../reply/new-mark.tsx';
import { ReplyContents } from '../reply/reply-contents.tsx';
import styles from './reply-card.module.css';

interface ReplyCardProps {
  reply: TimelineReply;
  /** it was unread when the timeline first showed it */
  isNew: boolean;
  /** called with its conversation's id once the reader has seen it */
  onSeen: (conversationId: string) => void;
}

/** One reply in the timeline (spec section 2, reply card). */
export const ReplyCard = memo(function ReplyCard({ reply, isNew, onSeen }: ReplyCardProps) {
  useLanguage();
  const [answering, setAnswering] = useState(false);
  return (
    <article className={styles.card} data-own={reply.own || undefined}>
      {isNew ? <NewMark unread={reply.unread} onSeen={() => onSeen(reply.conversationId)} /> : null}
      <header className={styles.head}>
        <h2>{replyTitle(reply)}</h2>
        <span className={styles.address}>{reply.fromEmail}</span>
        <time dateTime={reply.createdAt}>{formatDateTime(reply.createdAt)}</time>
        <Tag>{providerBadge(reply.emailProvider)}</Tag>
        <span>{aboutLetter(reply)}</span>
      </header>
      <div className={styles.body}>
        <ReplyContents reply={reply} conversationId={reply.conversationId} />
        {reply.own ? null : (
          <Button
            variant="secondary"
            size="sm"
            className={styles.answer}
            aria-label={t('Answer the reply of {date}', { date: formatDateTime(reply.createdAt) })}
            onClick={() => setAnswering(true)}
          >
            {p('verb', 'Answer')}
          </Button>
        )}
      </div>
      {answering ? (
        <ConversationDialog
          conversationId={reply.conversationId}
          letterId={reply.letterId}
          onClose={() => setAnswering(false)}
        />
      ) : null}
    </article>
  );
});

/** Which letter it answers: several stand in one timeline. */
function aboutLetter({ letterId, letterCreatedAt }: TimelineReply): string {
  const number = String(letterId);
  return letterCreatedAt
    ? t('To letter #{number} of {date}', { number, date: formatDate(letterCreatedAt) })
    : t('To letter #{number}', { number });
}
