import { useState } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { Button } from '../../components/button.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { t } from '../../lib/words.tsx';
import styles from './arrival-choice.module.css';
import { arrivalInWords, ownTimeInWords } from './arrival-words.ts';
import { ArrivalDialog } from './lazy-arrival-dialog.ts';
import { useKnownZone } from './use-known-zone.ts';

interface ArrivalChoiceProps {
  /** null for several people */
  recipient: { name: string; email: string } | null;
  arrival: Arrival | null;
  /** ISO 8601; null for at once */
  earliest?: string | null;
  disabled: boolean;
  onChange: (arrival: Arrival | null) => void;
}

export function ArrivalChoice({ recipient, arrival, earliest, disabled, onChange }: ArrivalChoiceProps) {
  const [choosing, setChoosing] = useState(false);
  const zone = useKnownZone(recipient?.email ?? '');
  const own = arrival && ownTimeInWords(arrival);
  return (
    <>
      <span role="status">
        {arrival ? arrivalInWords(arrival) : earliest ? formatDateTime(earliest) : t('Now')}
        {own ? <span className={styles.own}>{own}</span> : null}
      </span>
      <span className={styles.actions} {...useKeptFocus<HTMLSpanElement>()}>
        <Button variant="quiet" size="sm" disabled={disabled} onClick={() => setChoosing(true)}>
          {arrival ? t('Change') : t('Choose a day')}
        </Button>
        {arrival ? (
          <Button variant="quiet" size="sm" disabled={disabled} onClick={() => onChange(null)}>
            {t('Clear the day')}
          </Button>
        ) : null}
      </span>
      {choosing ? (
        <ArrivalDialog
          name={recipient ? recipient.name.trim() : null}
          zone={zone}
          chosen={arrival}
          onChoose={(chosen) => {
            onChange(chosen);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}
