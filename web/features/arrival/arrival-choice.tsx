import { useState } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { Button } from '../../components/button.tsx';
import styles from './arrival-choice.module.css';
import { arrivalInWords, ownTimeInWords } from './arrival-words.ts';
import { ArrivalDialog } from './lazy-arrival-dialog.ts';
import { useKnownZone } from './use-known-zone.ts';

interface ArrivalChoiceProps {
  recipient: { name: string; email: string };
  arrival: Arrival | null;
  disabled: boolean;
  onChange: (arrival: Arrival | null) => void;
}

/** When a letter arrives: now, or at a time of the writer's choice. */
export function ArrivalChoice({ recipient, arrival, disabled, onChange }: ArrivalChoiceProps) {
  const [choosing, setChoosing] = useState(false);
  const zone = useKnownZone(recipient.email);
  const own = arrival && ownTimeInWords(arrival);
  return (
    <>
      <span role="status">
        {arrival ? arrivalInWords(arrival) : 'Now'}
        {own ? <span className={styles.own}>{own}</span> : null}
      </span>
      <span className={styles.actions}>
        <Button variant="quiet" size="sm" disabled={disabled} onClick={() => setChoosing(true)}>
          {arrival ? 'Change' : 'Choose a day'}
        </Button>
        {arrival ? (
          <Button variant="quiet" size="sm" disabled={disabled} onClick={() => onChange(null)}>
            Send it now
          </Button>
        ) : null}
      </span>
      {choosing ? (
        <ArrivalDialog
          name={recipient.name.trim()}
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
