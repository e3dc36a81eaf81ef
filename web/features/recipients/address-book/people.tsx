import { useMemo, useRef, useState } from 'react';
import type { Occasion } from '../../../../shared/occasions.ts';
import type { Recipient, RecipientBody } from '../../../../shared/recipients.ts';
import { WindowedList } from '../../../components/windowed-list.tsx';
import { t } from '../../../lib/words.tsx';
import { searchRecipients } from '../search-recipients.ts';
import styles from './address-book.module.css';
import { type Doing, Entry } from './entry.tsx';
import { SearchPeople } from './search-people.tsx';

/** Number of entries from which there is a search box. */
const SEARCH_FROM = 8;
/** Usual height of an entry, px. */
const ROW_HEIGHT = 90;

interface PeopleProps {
  /** most recently used first */
  entries: readonly Recipient[];
  /** by the number of the entry */
  birthdays: ReadonlyMap<number, Occasion>;
  onChoose: ((entry: Recipient) => void) | undefined;
  onChange: (entry: RecipientBody & { id: number }) => Promise<void>;
  onRemove: (id: number) => Promise<void>;
}

/** Everybody in the address book, to search, and to edit each in their place. */
export function People({ entries, birthdays, onChoose, onChange, onRemove }: PeopleProps) {
  const [search, setSearch] = useState('');
  /** the entry that is being edited, or whose deletion is being confirmed */
  const [active, setActive] = useState<{ id: number; doing: Doing } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = useMemo(() => searchRecipients(entries, search), [entries, search]);
  return (
    <>
      {entries.length === 0 ? <p className="dim">{t('People you write to will be kept here.')}</p> : null}
      {entries.length >= SEARCH_FROM ? (
        <SearchPeople search={search} onChange={setSearch} found={shown.length} />
      ) : null}
      <WindowedList
        ref={list}
        className={styles.entries}
        label={t('People')}
        items={shown}
        idOf={({ id }) => String(id)}
        rowHeight={ROW_HEIGHT}
        kept={active && String(active.id)}
      >
        {(entry, row) => (
          <Entry
            key={entry.id}
            row={row}
            entry={entry}
            birthday={birthdays.get(entry.id)}
            doing={active?.id === entry.id ? active.doing : null}
            onDo={(doing) => setActive(doing && { id: entry.id, doing })}
            onChoose={onChoose}
            onChange={onChange}
            onRemove={async (id) => {
              await onRemove(id);
              setActive(null);
              list.current?.focus();
            }}
          />
        )}
      </WindowedList>
    </>
  );
}
