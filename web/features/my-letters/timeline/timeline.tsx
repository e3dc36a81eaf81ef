import { useState } from 'react';
import type { TimelineReply } from '../../../../shared/conversations.ts';
import { useMarkRead, useNewReplies } from '../live/unread.ts';
import { LoadMore } from '../load-more.tsx';
import { LetterCard } from './letter-card.tsx';
import { type Opened, OpenedLetter } from './opened-letter.tsx';
import { ReplyCard } from './reply-card.tsx';
import styles from './timeline.module.css';
import type { TimelineItem } from './timeline-items.ts';

interface TimelineProps {
  items: readonly TimelineItem<TimelineReply>[];
  /** the query to read on in; null when everything is loaded */
  older: { isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown } | null;
}

/**
 * Letters and replies, newest first; older ones are fetched page by page. All loaded entries are in the document, so
 * that focus, printing and find-in-page need nothing more; the browser skips the layout of distant ones
 * (`content-visibility` in the style sheet).
 */
export function Timeline({ items, older }: TimelineProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const markRead = useMarkRead();
  const newReplies = useNewReplies(items.flatMap((item) => (item.kind === 'reply' ? item.reply : [])));
  return (
    <>
      <div className={styles.timeline}>
        <svg className={styles.knot} viewBox="0 0 50 46" aria-hidden="true" focusable="false">
          <path d="M25 27C13 31 3 25 6 17s14-3 19 10M25 27c12 4 22-2 19-10s-14-3-19 10M23 28c-2 6-5 10-9 13M27 28c2 5 5 8 10 10" />
          <circle cx="25" cy="27" r="3.4" fill="currentColor" />
        </svg>
        <ol className={styles.entries}>
          {items.map((item, index) => (
            <li
              key={item.key}
              className={`${styles.entry} ${styles[item.kind]}`}
              data-own={(item.kind === 'reply' && item.reply.isFromOriginalSender) || undefined}
              aria-posinset={index + 1}
              aria-setsize={older ? -1 : items.length}
            >
              {item.kind === 'reply' ? (
                <ReplyCard reply={item.reply} isNew={newReplies.has(item.reply.id)} onSeen={markRead} />
              ) : (
                <LetterCard letter={item.letter} onOpen={setOpened} />
              )}
            </li>
          ))}
        </ol>
      </div>
      {older ? (
        <LoadMore
          label="Show older letters"
          retryLabel="Older letters could not be loaded. Retry"
          variant="secondary"
          className={styles.older}
          loading={older.isFetchingNextPage}
          failed={older.isFetchNextPageError}
          onLoad={older.fetchNextPage}
        />
      ) : null}
      <OpenedLetter items={items} opened={opened} onChange={setOpened} />
    </>
  );
}
