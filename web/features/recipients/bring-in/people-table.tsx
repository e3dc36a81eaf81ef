import { useState } from 'react';
import { type FoundPeople, PEOPLE_AT_ONCE } from '../../../../packages/address-files/found-people.ts';
import { Button } from '../../../components/button.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { WindowedList } from '../../../components/windowed-list.tsx';
import { n, t } from '../../../lib/words.tsx';
import styles from './bring-in.module.css';
import { type JudgedRow, type Row, summaryOf } from './judge-people.ts';
import { PersonRow } from './person-row.tsx';

/** Usual height of a row, px. */
const ROW_HEIGHT = 72;

interface PeopleTableProps {
  rows: readonly JudgedRow[];
  found: Pick<FoundPeople, 'withoutAddress' | 'hasMore'>;
  onChange: (id: string, change: Partial<Row>) => void;
  onTickAll: (ticked: boolean) => void;
}

export function PeopleTable({ rows, found, onChange, onTickAll }: PeopleTableProps) {
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <>
      <div className={styles.summary}>
        <p role="status">
          <Sentences>
            {summaryOf(rows)}
            {found.withoutAddress > 0
              ? n(
                  found.withoutAddress,
                  '1 person without an address left out.',
                  '{n} people without an address left out.',
                )
              : null}
            {found.hasMore ? t('These are the first {count} of the file.', { count: PEOPLE_AT_ONCE }) : null}
          </Sentences>
        </p>
        <div className="actions">
          <Button variant="quiet" size="sm" onClick={() => onTickAll(true)}>
            {t('Tick all')}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => onTickAll(false)}>
            {t('Tick none')}
          </Button>
        </div>
      </div>
      <WindowedList
        className={styles.people}
        label={t('People found')}
        items={rows}
        idOf={({ id }) => id}
        rowHeight={ROW_HEIGHT}
        isKept={({ id }) => id === edited}
      >
        {(person, row) => (
          <PersonRow
            key={person.id}
            row={row}
            person={person}
            isEdited={edited === person.id}
            onEdit={(edit) => setEdited(edit ? person.id : null)}
            onChange={(change) => onChange(person.id, change)}
          />
        )}
      </WindowedList>
    </>
  );
}
