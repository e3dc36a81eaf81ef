import { useState } from 'react';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { t } from '../../../lib/words.tsx';
import { ReminderChoices } from '../../occasions/reminder-choices.tsx';
import { useBirthdays } from '../../occasions/use-birthdays.ts';
import { BroughtInNotice } from '../bring-in/brought-in-notice.tsx';
import { BringInDialog } from '../bring-in/lazy-bring-in-dialog.ts';
import type { BroughtIn } from '../bring-in/use-bring-in.ts';
import { Groups } from '../groups/groups.tsx';
import { AddPeople } from './add-people.tsx';
import styles from './address-book.module.css';
import { People } from './people.tsx';
import { TakeAlong } from './take-along.tsx';
import { useAddressBook } from './use-address-book.ts';

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
