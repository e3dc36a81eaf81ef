import { useId, useMemo, useRef, useState } from 'react';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import styles from './address-book.module.css';
import { Entry } from './entry.tsx';
import { useAddressBook } from './use-address-book.ts';

/** From this many people on there is a box to search them. */
const MANY = 8;

interface AddressBookProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** somebody in it is to be written to; absent where there is no letter to address */
  onChoose?: ((entry: Recipient) => void) | undefined;
}

/** Everyone written to, to be corrected or taken out. Letters keep the name they were sent to. */
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
  const { entries, failed, fetching, retry, change, remove } = useAddressBook();
  const [wanted, setWanted] = useState('');
  /** the entry that is being edited or asked about */
  const [at, setAt] = useState<{ id: number; doing: 'edit' | 'delete' } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = useMemo(() => matching(entries ?? [], wanted), [entries, wanted]);

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
  if (entries.length === 0) return <p className="dim">People you write to will be kept here.</p>;
  return (
    <>
      {entries.length >= MANY ? <Search wanted={wanted} onChange={setWanted} found={shown.length} /> : null}
      <ul ref={list} className={styles.entries} tabIndex={-1} aria-label="People">
        {shown.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            doing={at?.id === entry.id ? at.doing : null}
            onDo={(doing) => setAt(doing && { id: entry.id, doing })}
            onChoose={onChoose}
            onChange={change}
            onRemove={async (id) => {
              await remove(id);
              setAt(null);
              list.current?.focus();
            }}
          />
        ))}
      </ul>
    </>
  );
}

interface SearchProps {
  wanted: string;
  onChange: (wanted: string) => void;
  found: number;
}

function Search({ wanted, onChange, found }: SearchProps) {
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
        value={wanted}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="status" className={found === 0 ? 'dim' : 'vh'}>
        {wanted && (found === 0 ? 'Nobody like that.' : `${found} found`)}
      </p>
    </search>
  );
}

function matching(entries: readonly Recipient[], wanted: string): readonly Recipient[] {
  const part = wanted.trim().toLowerCase();
  if (!part) return entries;
  return entries.filter(
    ({ name, email }) => name.toLowerCase().includes(part) || email.toLowerCase().includes(part),
  );
}
