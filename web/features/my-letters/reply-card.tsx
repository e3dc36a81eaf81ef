import type { Reply } from '../../../shared/conversations.ts';
import { Tag } from '../../components/tag.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { FullMessage } from './full-message.tsx';
import styles from './reply-card.module.css';
import { providerBadge, replyTitle } from './wording.ts';

/** A reply tied to its letter: a slip for theirs, a sheet for one's own (spec section 2, reply card). */
export function ReplyCard({ reply }: { reply: Reply }) {
  return (
    <article className={styles.card} data-own={reply.isFromOriginalSender || undefined}>
      <header className={styles.head}>
        <h2>{replyTitle(reply, true)}</h2>
        <span className={styles.address}>{reply.fromEmail}</span>
        <time dateTime={reply.createdAt}>{formatDateTime(reply.createdAt)}</time>
        <Tag>{providerBadge(reply.emailProvider)}</Tag>
      </header>
      <div className={styles.body}>
        <p className={styles.text}>{reply.body}</p>
        <FullMessage reply={reply} />
        {reply.fromAnotherAddress ? (
          <p className={styles.note}>This came from another address than the one written to.</p>
        ) : null}
      </div>
    </article>
  );
}
