import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineReply } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { usePrinting } from '../../../lib/use-printing.ts';
import { useMarkRead, useNewReplies } from '../live/unread.ts';
import { NewMark } from '../reply/new-mark.tsx';
import { ReplyCard } from '../reply/reply-card.tsx';
import { LetterCard } from './letter-card.tsx';
import { type Opened, OpenedLetter } from './opened-letter.tsx';
import styles from './timeline.module.css';
import { TimelineFrame } from './timeline-frame.tsx';
import type { TimelineItem } from './timeline-items.ts';
import { visibleRows } from './visible-rows.ts';

/** Pixels an entry takes until it is measured, and between two. */
const USUAL_HEIGHT = { letter: 340, reply: 150 };
const GAP = 24;
/** Entries drawn beyond either edge of the window. */
const BEYOND = 5;

interface TimelineProps {
  items: readonly TimelineItem<TimelineReply>[];
  /** the way to what came before; null when everything is here */
  older: { isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown } | null;
}

/** The bundle: however long it is, what lies near the window is drawn, and older entries are fetched at the end. */
export function Timeline({ items, older }: TimelineProps) {
  const list = useRef<HTMLOListElement>(null);
  const top = useTop(list);
  const [focused, setFocused] = useState<number | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const markRead = useMarkRead();
  const fresh = useNewReplies(items.flatMap((item) => (item.kind === 'reply' ? item.reply : [])));
  const printing = usePrinting();
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: (row) => USUAL_HEIGHT[items[row]?.kind ?? 'letter'],
    getItemKey: (row) => items[row]?.key ?? row,
    gap: GAP,
    overscan: BEYOND,
    scrollMargin: top,
    // What arrives above does not move what is being read.
    anchorTo: window.scrollY > top ? 'end' : 'start',
    rangeExtractor: (range: Range) => (printing ? [...items.keys()] : visibleRows(range, [focused])),
  });
  const drawn = rows.getVirtualItems();

  const atEnd = (drawn.at(-1)?.index ?? 0) >= items.length - 1;
  const idle = older !== null && !older.isFetchingNextPage && !older.isFetchNextPageError;
  const fetchOlder = older?.fetchNextPage;
  useEffect(() => {
    if (atEnd && idle) fetchOlder?.();
  }, [atEnd, idle, fetchOlder]);

  return (
    <>
      <TimelineFrame listRef={list} height={rows.getTotalSize()}>
        {drawn.map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              className={`${styles.entry} ${styles[item.kind]}`}
              data-own={(item.kind === 'reply' && item.reply.isFromOriginalSender) || undefined}
              data-index={index}
              key={key}
              ref={rows.measureElement}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-posinset={index + 1}
              aria-setsize={older ? -1 : items.length}
              onFocus={() => setFocused(index)}
              onBlur={() => setFocused(null)}
            >
              {item.kind === 'reply' ? (
                <>
                  {fresh.has(item.reply.id) ? (
                    <NewMark unread={item.reply.unread} onSeen={() => markRead(item.reply.conversationId)} />
                  ) : null}
                  <ReplyCard reply={item.reply} />
                </>
              ) : (
                <LetterCard
                  letter={item.letter}
                  onDetails={() => setOpened({ letterId: item.letter.id, details: true, photo: null })}
                  onPhoto={(photo) => setOpened({ letterId: item.letter.id, details: false, photo })}
                />
              )}
            </li>
          );
        })}
      </TimelineFrame>
      {older ? (
        <Button
          variant="secondary"
          size="sm"
          className={styles.older}
          busy={older.isFetchingNextPage}
          onClick={() => older.fetchNextPage()}
        >
          {older.isFetchNextPageError ? 'Older letters could not be loaded. Retry' : 'Show older letters'}
        </Button>
      ) : null}
      <OpenedLetter items={items} opened={opened} onChange={setOpened} />
    </>
  );
}

/** Pixels from the top of the page to an element, as of the last time it was drawn. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const now = element.current;
    if (now) setTop(Math.round(now.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}
