import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { Correspondent } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { useUnreadByRecipient } from '../live/unread.ts';
import { visibleRows } from '../timeline/visible-rows.ts';
import { AllLetters, RecipientEnvelope } from './recipient-envelope.tsx';
import holes from './recipient-list.module.css';
import styles from './recipients-list.module.css';

/** Pixels an envelope takes until it is measured. */
const USUAL_HEIGHT = 86;
/** Envelopes drawn beyond either edge of the list. */
const BEYOND = 8;

interface RecipientsListProps {
  people: readonly Correspondent[];
  /** letters to everyone together; null while it isn't known */
  total: number | null;
  /** key of the chosen recipient; null for All Letters */
  chosen: string | null;
  hasMore: boolean;
  loadingMore: boolean;
  loadingFailed: boolean;
  onMore: () => void;
}

/** The pigeonholes: as many as there are, of which those near the eye are drawn, and more are fetched at the end. */
export function RecipientsList(props: RecipientsListProps) {
  const { people, total, chosen, hasMore, loadingMore, loadingFailed, onMore } = props;
  const unread = useUnreadByRecipient();
  const scroll = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const chosenRow = chosen === null ? 0 : rowOf(people, chosen);
  const last = useRef(chosenRow);
  if (chosen !== null && chosenRow !== null) last.current = chosenRow;
  const count = people.length + 1;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: BEYOND,
    getItemKey: (row) => people[row - 1]?.email ?? '',
    // What holds the focus, and what it goes back to, stays.
    rangeExtractor: (range: Range) => visibleRows(range, [focused, last.current]),
  });
  const drawn = rows.getVirtualItems();

  useEffect(() => {
    if (chosenRow) rows.scrollToIndex(chosenRow, { align: 'auto' });
  }, [chosenRow, rows]);

  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !loadingMore && !loadingFailed && lastDrawn >= count - 1) onMore();
  }, [hasMore, loadingMore, loadingFailed, lastDrawn, count, onMore]);

  return (
    <div className={styles.scroll} ref={scroll}>
      <ul className={`${holes.holes} ${styles.list}`} style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ key, index, start }) => {
          const person = people[index - 1];
          return (
            <li
              className={`${holes.hole} ${styles.row}`}
              key={key}
              data-index={index}
              data-end={(index > 0 && index === count - 1 && !hasMore) || undefined}
              ref={rows.measureElement}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : count}
              onFocus={() => setFocused(index)}
              onBlur={() => setFocused(null)}
            >
              {person ? (
                <RecipientEnvelope
                  person={person}
                  chosen={person.email === chosen}
                  unread={unread.get(person.email) ?? 0}
                />
              ) : (
                <AllLetters total={total} chosen={chosen === null} />
              )}
            </li>
          );
        })}
      </ul>
      {hasMore ? (
        <Button variant="quiet" size="sm" className={styles.more} busy={loadingMore} onClick={onMore}>
          {loadingFailed ? 'Retry' : 'Show more recipients'}
        </Button>
      ) : null}
    </div>
  );
}

/** The row of a recipient's key; null while it has not been fetched. */
function rowOf(people: readonly Correspondent[], key: string): number | null {
  const at = people.findIndex(({ email }) => email === key);
  return at < 0 ? null : at + 1;
}
