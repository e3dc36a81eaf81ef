import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Occasion } from '../../../../shared/occasions.ts';
import type { Recipient, RecipientBody } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { useSaving } from '../../../lib/save-file.ts';
import { t } from '../../../lib/words.tsx';
import { useOccasions } from '../../occasions/occasions-query.ts';
import { ReminderChoices } from '../../occasions/reminder-choices.tsx';
import { BroughtInNotice } from '../bring-in/brought-in-notice.tsx';
import type { BroughtIn } from '../bring-in/use-bring-in.ts';
import { Groups } from '../groups/groups.tsx';
import styles from './address-book.module.css';
import { EntryForm } from './entry-form.tsx';
import { People } from './people.tsx';
import { useAddressBook } from './use-address-book.ts';

/** Fetched when somebody brings in people. */
const BringInDialog = lazyDialog(async () => (await import('../bring-in/bring-in-dialog.tsx')).BringInDialog);

/** People from which on the list comes last: Tab goes through all of it before what stands below. */
const LONG = 60;

interface AddressBookProps {
  onClose: () => void;
  /** an entry was chosen as the recipient; absent where there is no letter to address */
  onChoose?: ((entry: Recipient) => void) | undefined;
}

/** Lists the saved recipients; each can be written to, edited or deleted, and more added. Sent letters keep the name they were sent to. */
export function AddressBook({ onClose, onChoose }: AddressBookProps) {
  return (
    <Dialog
      onClose={onClose}
      title={t('Address book')}
      description={t('Letters you sent keep the name they were sent to.')}
      width={640}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <Contents onChoose={onChoose} />
    </Dialog>
  );
}

function Contents({ onChoose }: Pick<AddressBookProps, 'onChoose'>) {
  const book = useAddressBook();
  const birthdays = useBirthdays();
  const [bringingIn, setBringingIn] = useState(false);
  const [broughtIn, setBroughtIn] = useState<BroughtIn | null>(null);
  const { data: entries, isPending } = book.query;
  if (isPending) return <Loading inline label={t('Fetching your address book...')} />;
  if (!entries)
    return (
      <ReadFailure
        query={book.query}
        title={t('Your address book could not be fetched')}
        again={t('Retry')}
      />
    );
  const isLong = entries.length > LONG;
  const others = (
    <>
      <Groups people={entries} />
      <ReminderChoices />
      {entries.length > 0 ? <TakeAlong /> : null}
    </>
  );
  return (
    <>
      <AddPeople onAdd={book.add} onBringIn={() => setBringingIn(true)} />
      <div role="status" className={broughtIn ? styles.add : undefined}>
        {broughtIn ? (
          <BroughtInNotice key={broughtIn.recipients[0] ?? broughtIn.birthdays[0]} broughtIn={broughtIn} />
        ) : null}
      </div>
      {isLong ? others : null}
      <People
        entries={entries}
        birthdays={birthdays}
        onChoose={onChoose}
        onChange={book.change}
        onRemove={book.remove}
      />
      {isLong ? null : others}
      {bringingIn ? (
        <BringInDialog
          book={entries}
          born={birthdays}
          onDone={(done) => {
            setBroughtIn(done);
            setBringingIn(false);
          }}
          onClose={() => setBringingIn(false)}
        />
      ) : null}
    </>
  );
}

interface AddPeopleProps {
  onAdd: (entry: RecipientBody) => Promise<void>;
  onBringIn: () => void;
}

/** Above the list: adds somebody, or the people of another address book. */
function AddPeople({ onAdd, onBringIn }: AddPeopleProps) {
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const endAdding = () => {
    // Before the focus is given back: the button is shown again by then.
    flushSync(() => setAdding(false));
    button.current?.focus();
  };
  return (
    <div className={styles.add}>
      {adding ? (
        <EntryForm
          onSave={async (entry) => {
            await onAdd(entry);
            endAdding();
          }}
          onCancel={endAdding}
        />
      ) : (
        <div className={styles.actions}>
          <Button ref={button} variant="secondary" size="sm" onClick={() => setAdding(true)}>
            {t('Add somebody')}
          </Button>
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onBringIn}>
            {t('Bring in people')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The address book as a file for another program. */
function TakeAlong() {
  const { run, isBusy, failureOf } = useSaving();
  const urlOf = (format: 'vcf' | 'csv') => `/api/recipients/export?format=${format}`;
  const button = (format: 'vcf' | 'csv', label: string) => {
    const url = urlOf(format);
    return (
      <Button variant="quiet" size="sm" busy={isBusy(url)} onClick={() => run(url, `address-book.${format}`)}>
        {label}
      </Button>
    );
  };
  return (
    <div className={styles.actions}>
      <span className="dim">{t('Take a copy along:')}</span>
      {button('vcf', t('for phones and mail (vCard)'))}
      {button('csv', t('for spreadsheets (CSV)'))}
      <Failure error={failureOf(urlOf('vcf')) ?? failureOf(urlOf('csv'))} what={t('Download failed.')} />
    </div>
  );
}

/** The birthdays that are kept, by the number of the entry in the address book. */
function useBirthdays(): ReadonlyMap<number, Occasion> {
  const { data } = useOccasions();
  return useMemo(
    () =>
      new Map((data ?? []).filter(({ kind }) => kind === 'birthday').map((day) => [day.recipientId, day])),
    [data],
  );
}
