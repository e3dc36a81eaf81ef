import { useState } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';
import { ARRIVES_AFTER_MINUTES, ARRIVES_WITHIN_DAYS } from '../../../shared/limits.ts';
import { isLocalTime, localTimeOf } from '../../../shared/zoned-time.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { SelectField } from '../../components/text-field.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import { firstKnownZone } from '../../lib/time-zones.ts';
import { n, T, t } from '../../lib/words.tsx';
import styles from './arrival-dialog.module.css';
import {
  arrivalAt,
  arrivalInWords,
  clockChangeInWords,
  ownTimeInWords,
  timeInWords,
} from './arrival-words.ts';

const FIRST_TIME = '08:00';

interface ArrivalDialogProps {
  /** the recipient's; null for several */
  name: string | null;
  /** chosen before */
  chosen: Arrival | null;
  /** null when it is not known */
  zone: string | null;
  busy?: boolean;
  failure?: string | null;
  onChoose: (arrival: Arrival) => void;
  onClose: () => void;
}

export function ArrivalDialog(props: ArrivalDialogProps) {
  const { name, chosen, busy = false, failure = null, onChoose, onClose } = props;
  const [day, setDay] = useState(chosen?.local.slice(0, 10) ?? '');
  const [time, setTime] = useState(chosen?.local.slice(11) ?? FIRST_TIME);
  const [zone, setZone] = useState(firstKnownZone(chosen?.zone, props.zone));
  const [refused, setRefused] = useState('');
  const local = `${day}T${time}`;
  const found = isLocalTime(local) ? arrivalAt(local, zone) : null;
  const asked = `${local} ${zone}`;
  const refusal = refusalOf(found?.arrival ?? null);

  function submit() {
    // Asked again: the dialog may have been open for long.
    if (found && !refusalOf(found.arrival)) onChoose(found.arrival);
    else setRefused(asked);
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t('When should it arrive?')}
      description={t('Until then it waits here, and you can change the time or take it back.')}
      width={560}
      className={styles.form}
      submit={t('Choose this time')}
      cancel={t('Cancel')}
      busy={busy}
      onSubmit={submit}
    >
      <Field label={t('Day')} error={refused === asked ? refusal : failure}>
        {(control) => (
          <input
            {...control}
            type="date"
            min={localTimeOf(new Date(), zone).slice(0, 10)}
            max={localTimeOf(new Date(Date.now() + ARRIVES_WITHIN_DAYS * DAY_MS), zone).slice(0, 10)}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </Field>
      <SelectField label={t('Time')} value={time} onText={setTime}>
        {quarterHours(time).map((one) => (
          <option key={one} value={one}>
            {timeInWords(one)}
          </option>
        ))}
      </SelectField>
      <ZoneField
        className={styles.zone}
        label={<ClocksOf name={name} />}
        zone={zone}
        known={[props.zone, chosen?.zone]}
        onChange={setZone}
      />
      <p className={styles.words} role="status">
        {found && !refusal ? <Words chosen={local} found={found} /> : null}
      </p>
    </FormDialog>
  );
}

function Words({ chosen, found }: { chosen: string; found: ReturnType<typeof arrivalAt> }) {
  const { arrival, change } = found;
  const own = ownTimeInWords(arrival);
  const clocks = clockChangeInWords(change, chosen, arrival.zone);
  const day = <b>{arrivalInWords(arrival)}</b>;
  return (
    <Sentences>
      {own ? (
        <T text="It arrives on {day}: {own}." day={day} own={own} />
      ) : (
        <T text="It arrives on {day}." day={day} />
      )}
      {clocks || null}
    </Sentences>
  );
}

function ClocksOf({ name }: { name: string | null }) {
  if (name === null) return t('By the clocks of the people you write to');
  if (name === '') return t('By the clocks of your recipient');
  return <T text="By the clocks of {name}" name={name} />;
}

function refusalOf(arrival: Arrival | null): string | null {
  if (!arrival) return t('Please choose a day.');
  const ahead = Date.parse(arrival.at) - Date.now();
  if (ahead < ARRIVES_AFTER_MINUTES * MINUTE_MS)
    return n(
      ARRIVES_AFTER_MINUTES,
      'Please choose a time at least 1 minute from now.',
      'Please choose a time at least {n} minutes from now.',
    );
  return ahead > ARRIVES_WITHIN_DAYS * DAY_MS ? t('Please choose a day within a year from now.') : null;
}

function quarterHours(chosen: string): string[] {
  const all = Array.from({ length: 96 }, (_, quarter) =>
    [Math.floor(quarter / 4), (quarter % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':'),
  );
  return all.includes(chosen) ? all : [...all, chosen].sort();
}
