import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { type Recipient, type RecipientBody, recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ApiFailure, write } from '../../../lib/api.ts';
import { ReminderChoices } from '../../occasions/reminder-choices.tsx';
import { recipientsKey, useRecipients } from '../recipients-query.ts';
import styles from './address-book.module.css';
import { Entry } from './entry.tsx';
import { EntryForm } from './entry-form.tsx';

/** Number of entries from which there is a search box. */
const SEARCH_FROM = 8;

interface AddressBookProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** an entry was chosen as the recipient; absent where there is no letter to address */
  onChoose?: ((entry: Recipient) => void) | undefined;
}

/** Lists the saved recipients; each can be written to, edited or deleted, and more added. Sent letters keep the name they were sent to. */
export function AddressBook({ open, onOpenChange, onChoose }: AddressBookProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Address book"
      description="Letters you sent keep the name they were sent to."
      width={640}
      footer={<Button onClick={() => onOpenChange(false)}>Done</Button>}
    >
      <Entries onChoose={onChoose} />
    </Dialog>
  );
}

function Entries({ onChoose }: Pick<AddressBookProps, 'onChoose'>) {
  const { entries, failed, fetching, retry, add, change, remove } = useAddressBook();
  const [search, setSearch] = useState('');
  /** the entry that is being edited, or whose deletion is being confirmed */
  const [active, setActive] = useState<{ id: number; doing: 'edit' | 'days' | 'delete' } | null>(null);
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const shown = useMemo(() => matching(entries ?? [], search), [entries, search]);

  if (failed) {
    return (
      <Notice
        tone="error"
        title="Your address book could not be fetched"
        actions={
          <Button variant="secondary" size="sm" busy={fetching} onClick={retry}>
            Retry
          </Button>
        }
      />
    );
  }
  if (!entries) return <Loading inline label="Fetching your address book..." />;
  const endAdding = () => {
    // Before the focus is given back: the button is shown again by then.
    flushSync(() => setAdding(false));
    addButton.current?.focus();
  };
  return (
    <>
      <div className={styles.add}>
        {adding ? (
          <EntryForm
            onSave={async (entry) => {
              await add(entry);
              endAdding();
            }}
            onCancel={endAdding}
          />
        ) : (
          <Button ref={addButton} variant="secondary" size="sm" onClick={() => setAdding(true)}>
            Add somebody
          </Button>
        )}
      </div>
      {entries.length === 0 ? <p className="dim">People you write to will be kept here.</p> : null}
      {entries.length >= SEARCH_FROM ? (
        <Search search={search} onChange={setSearch} found={shown.length} />
      ) : null}
      <ul ref={list} className={styles.entries} tabIndex={-1} aria-label="People">
        {shown.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            doing={active?.id === entry.id ? active.doing : null}
            onDo={(doing) => setActive(doing && { id: entry.id, doing })}
            onChoose={onChoose}
            onChange={change}
            onRemove={async (id) => {
              await remove(id);
              setActive(null);
              list.current?.focus();
            }}
          />
        ))}
      </ul>
      <ReminderChoices />
    </>
  );
}

interface SearchProps {
  search: string;
  onChange: (search: string) => void;
  found: number;
}

function Search({ search, onChange, found }: SearchProps) {
  const id = useId();
  return (
    <search className={styles.search}>
      <label className="vh" htmlFor={id}>
        Search people
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        placeholder="Search people..."
        autoComplete="off"
        value={search}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="status" className={found === 0 ? 'dim' : 'vh'}>
        {search && (found === 0 ? 'Nobody like that.' : `${found} found`)}
      </p>
    </search>
  );
}

function matching(entries: readonly Recipient[], search: string): readonly Recipient[] {
  const part = search.trim().toLowerCase();
  if (!part) return entries;
  return entries.filter(
    ({ name, email }) => name.toLowerCase().includes(part) || email.toLowerCase().includes(part),
  );
}

/** The saved recipients and their changes; the recipient step shows the same query. */
function useAddressBook() {
  const queryClient = useQueryClient();
  const { data, isError, isFetching, refetch } = useRecipients();
  const update = (change: (book: readonly Recipient[]) => Recipient[]) =>
    queryClient.setQueryData<Recipient[]>(recipientsKey, (book) => book && change(book));

  return {
    /** most recently used first; null until fetched */
    entries: data ?? null,
    failed: isError && !data,
    fetching: isFetching,
    retry: () => void refetch(),
    /** @throws {ApiFailure} 400 with fields */
    add: async (entry: RecipientBody) => {
      const added = await write('POST', '/api/recipients', entry, recipient);
      update((book) => [added, ...book.filter(({ id }) => id !== added.id)]);
    },
    /** @throws {ApiFailure} 400 with fields, 409 when another entry has the address */
    change: async ({ id, ...body }: RecipientBody & { id: number }) => {
      const changed = await write('PUT', `/api/recipients/${id}`, body, recipient);
      update((book) => book.map((entry) => (entry.id === id ? changed : entry)));
    },
    /** 404 is no failure: the response to an earlier attempt may have been lost. */
    remove: async (id: number) => {
      try {
        await write('DELETE', `/api/recipients/${id}`, undefined, z.undefined());
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      }
      update((book) => book.filter((entry) => entry.id !== id));
    },
  };
}
