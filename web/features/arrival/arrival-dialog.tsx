import { type FormEvent, useId, useState } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { ARRIVES_AFTER_MINUTES, ARRIVES_WITHIN_DAYS } from '../../../shared/limits.ts';
import { isLocalTime, localTimeOf } from '../../../shared/zoned-time.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import { firstKnownZone } from '../../lib/time-zones.ts';
import styles from './arrival-dialog.module.css';
import { arrivalAt, arrivalInWords, clockChangeInWords, ownTimeInWords } from './arrival-words.ts';

const FIRST_TIME = '08:00';
const DAY_MS = 86_400_000;

interface ArrivalDialogProps {
  /** the recipient's, for the words of the fields */
  name: string;
  /** the time that was chosen before; null for none */
  chosen: Arrival | null;
  /** where the recipient's last letter arrived; null when it is not known */
  zone: string | null;
  busy?: boolean;
  /** why the choice was refused */
  failure?: string | null;
  onChoose: (arrival: Arrival) => void;
  onClose: () => void;
}

/** Asks on which day and at which time a letter is to arrive, by the clocks of its recipient. */
export function ArrivalDialog(props: ArrivalDialogProps) {
  const { name, chosen, busy = false, failure = null, onChoose, onClose } = props;
  const form = useId();
  const [day, setDay] = useState(chosen?.local.slice(0, 10) ?? '');
  const [time, setTime] = useState(chosen?.local.slice(11) ?? FIRST_TIME);
  const [zone, setZone] = useState(firstKnownZone(chosen?.zone, props.zone));
  const [problem, setProblem] = useState<string | null>(null);
  const local = `${day}T${time}`;
  const found = isLocalTime(local) ? arrivalAt(local, zone) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    const refusal = refusalOf(found?.arrival ?? null);
    setProblem(refusal);
    if (found && !refusal) onChoose(found.arrival);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="When should it arrive?"
      description="Until then it waits here, and you can change the time or take it back."
      width={560}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy}>
            Choose this time
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <Field label="Day" error={problem ?? failure}>
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
        <Field label="Time">
          {(control) => (
            <select {...control} value={time} onChange={(event) => setTime(event.target.value)}>
              {quarterHours(time).map((one) => (
                <option key={one} value={one}>
                  {one.replace(/^0/, '')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ZoneField
          className={styles.zone}
          label={
            <>
              By the clocks of <bdi>{name || 'your recipient'}</bdi>
            </>
          }
          zone={zone}
          known={[props.zone, chosen?.zone]}
          onChange={setZone}
        />
        <p className={styles.words} role="status">
          {found ? <Words chosen={local} found={found} /> : null}
        </p>
      </form>
    </Dialog>
  );
}

function Words({ chosen, found }: { chosen: string; found: ReturnType<typeof arrivalAt> }) {
  const { arrival, change } = found;
  const own = ownTimeInWords(arrival);
  const clocks = clockChangeInWords(change, chosen, arrival.zone);
  return (
    <>
      It arrives on <b>{arrivalInWords(arrival)}</b>
      {own ? `: ${own}` : ''}.{clocks ? ` ${clocks}` : ''}
    </>
  );
}

function refusalOf(arrival: Arrival | null): string | null {
  if (!arrival) return 'Please choose a day.';
  const ahead = Date.parse(arrival.at) - Date.now();
  if (ahead < ARRIVES_AFTER_MINUTES * 60_000)
    return `Please choose a time at least ${ARRIVES_AFTER_MINUTES} minutes from now.`;
  return ahead > ARRIVES_WITHIN_DAYS * DAY_MS ? 'Please choose a day within a year from now.' : null;
}

/** Every quarter of an hour, and the chosen time when it is none of them. */
function quarterHours(chosen: string): string[] {
  const all = Array.from({ length: 96 }, (_, quarter) =>
    [Math.floor(quarter / 4), (quarter % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':'),
  );
  return all.includes(chosen) ? all : [...all, chosen].sort();
}
