import { memo, useState } from 'react';
import type { TimelineReply } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Tag } from '../../../components/tag.tsx';
import { useLanguage } from '../../../lib/catalogues.ts';
import { formatDate, formatDateTime, formatLetterDay } from '../../../lib/dates.ts';
import { p, t } from '../../../lib/words.tsx';
import { ConversationDialog } from '../conversations-dialog/conversation-thread.tsx';
import { providerBadge, replyTitle } from '../messages.ts';
import { NewMark } from '../reply/new-mark.tsx';
import { ReplyContents } from '../reply/reply-contents.tsx';
import styles from './reply-card.module.css';

interface ReplyCardProps {
  reply: TimelineReply;
  isNew: boolean;
  /** Its answer button stands open; that of others behind the sign of what is known about them. */
  isNewest: boolean;
  onSeen: (conversationId: string) => void;
}

export const ReplyCard = memo(function ReplyCard({ reply, isNew, isNewest, onSeen }: ReplyCardProps) {
  useLanguage();
  const [answering, setAnswering] = useState(false);
  const answer = reply.own ? null : (
    <Button
      variant="quiet"
      size="sm"
      className="outdent"
      aria-label={t('Answer the reply of {date}', { date: formatDateTime(reply.createdAt) })}
      onClick={() => setAnswering(true)}
    >
      {p('verb', 'Answer')}
    </Button>
  );
  return (
    <article className={styles.card} data-own={reply.own || undefined}>
      {isNew ? <NewMark unread={reply.unread} onSeen={() => onSeen(reply.conversationId)} /> : null}
      <header className={styles.head}>
        <h2>{replyTitle(reply)}</h2>
        <time dateTime={reply.createdAt}>{formatDate(reply.createdAt)}</time>
        <span className="anywhere">{reply.fromEmail}</span>
        <Tag>{providerBadge(reply.emailProvider)}</Tag>
        <details className={styles.about}>
          <summary title={t('About this reply')}>
            <Icon name="info" />
            <span className="vh">{t('About this reply')}</span>
          </summary>
          <p className="row">
            <time dateTime={reply.createdAt}>{formatDateTime(reply.createdAt)}</time>
            {reply.letterCreatedAt ? (
              <span>{t('To the letter of {date}', { date: formatLetterDay(reply.letterCreatedAt) })}</span>
            ) : null}
            {isNewest ? null : answer}
          </p>
        </details>
      </header>
      <div className={styles.body}>
        <ReplyContents reply={reply} conversationId={reply.conversationId} />
        {isNewest ? answer : null}
      </div>
      {answering ? (
        <ConversationDialog conversationId={reply.conversationId} onClose={() => setAnswering(false)} />
      ) : null}
    </article>
  );
});
