import { useEffect, useRef, useState } from 'react';
import type { Recipient } from '../../../../shared/recipients.ts';
import { fold } from '../../../../shared/text-order.ts';
import { WindowedList } from '../../../components/windowed-list.tsx';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';
import { type Doing, Entry } from './entry.tsx';
import { usePeopleSearch } from './search-people.tsx';

/** Usual height of an entry, px. */
export const ROW_HEIGHT = 56;

export function People({ entries, added }: { entries: readonly Recipient[]; added: Recipient | null }) {
  /** by the id of the entry; at most one has 'look' */
  const [open, setOpen] = useState<ReadonlyMap<number, Doing>>(new Map());
  const list = useRef<HTMLUListElement>(null);
  const { sorted, found, box, clear } = usePeopleSearch(entries);
  const holdsWork = ({ id }: Recipient) => ['edit', 'days'].includes(open.get(id) ?? '');
  const shown = new Set(found);
  const rows = sorted.filter((entry) => shown.has(entry) || holdsWork(entry));

  const set = (id: number, doing: Doing | null) =>
    setOpen((now) => {
      const next = new Map([...now].filter(([other, what]) => other !== id && what !== 'look'));
      return doing ? next.set(id, doing) : next;
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that somebody is added
  useEffect(() => {
    if (added === null) return;
    set(added.id, 'look');
    clear();
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${added.id}"] button`)?.focus(),
    );
  }, [added]);

  const initialOf = (at: number) => (Array.from(fold(rows[at]?.name ?? ''))[0] ?? '').toUpperCase();
  return (
    <>
      {entries.length === 0 ? <p className="dim">{t('People you write to will be kept here.')}</p> : null}
      {box}
      <WindowedList
        ref={list}
        className={styles.entries}
        label={t('People')}
        items={rows}
        idOf={({ id }) => String(id)}
        rowHeight={ROW_HEIGHT}
        isKept={(entry) => holdsWork(entry) || entry.id === added?.id}
      >
        {(entry, row) => {
          const at = row['aria-posinset'] - 1;
          const initial = initialOf(at);
          return (
            <Entry
              key={entry.id}
              row={row}
              initial={box && (at === 0 || initial !== initialOf(at - 1)) ? initial : null}
              entry={entry}
              doing={open.get(entry.id) ?? null}
              onDo={(doing) => set(entry.id, doing)}
              onRemoved={() => {
                set(entry.id, null);
                list.current?.focus();
              }}
            />
          );
        }}
      </WindowedList>
    </>
  );
}
