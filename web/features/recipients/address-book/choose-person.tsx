import type { Recipient } from '../../../../shared/recipients.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { WindowedList } from '../../../components/windowed-list.tsx';
import { t } from '../../../lib/words.tsx';
import { useRecipients } from '../recipients-query.ts';
import styles from './address-book.module.css';
import { ROW_HEIGHT } from './people.tsx';
import { NameAndAddress, usePeopleSearch } from './search-people.tsx';

const NOBODY: Recipient[] = [];

interface ChoosePersonProps {
  onChoose: (entry: Recipient) => void;
  onClose: () => void;
}

export function ChoosePerson({ onChoose, onClose }: ChoosePersonProps) {
  const query = useRecipients();
  const { data: entries = NOBODY, isPending } = query;
  const { found, box } = usePeopleSearch(entries);
  return (
    <Dialog
      onClose={onClose}
      title={t('Address book')}
      width={560}
      className={styles.chooser}
      footer={
        <ButtonLink variant="secondary" to="/address-book">
          {t('Open the address book')}
        </ButtonLink>
      }
    >
      {isPending ? <Loading inline label={t('Fetching your address book...')} /> : null}
      <ReadFailure query={query} title={t('Your address book could not be fetched')} />
      {query.data && entries.length === 0 ? (
        <p className="dim">{t('People you write to will be kept here.')}</p>
      ) : null}
      {box}
      <WindowedList
        className={styles.entries}
        label={t('People')}
        items={found}
        idOf={({ id }) => String(id)}
        rowHeight={ROW_HEIGHT}
        isKept={() => false}
      >
        {(entry, row) => (
          <li key={entry.id} {...row} className={styles.entry}>
            <button type="button" className={styles.who} onClick={() => onChoose(entry)}>
              <NameAndAddress {...entry} />
            </button>
          </li>
        )}
      </WindowedList>
    </Dialog>
  );
}
