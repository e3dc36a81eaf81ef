import { type ReactNode, useMemo } from 'react';
import { isTimeZone } from '../../templates/parts/time-zone.ts';
import { cityOf, ownZone } from '../lib/time-zones.ts';
import { p, t } from '../lib/words.tsx';
import { Field } from './field.tsx';

interface ZoneFieldProps {
  label: ReactNode;
  className?: string | undefined;
  /** IANA name; empty for none, where there may be none */
  zone: string;
  /** the words for none; absent where there must be one */
  none?: string;
  /** zones to offer first */
  known: readonly (string | null | undefined)[];
  error?: string | undefined;
  onChange: (zone: string) => void;
}

/** A list of cities, which a native select finds by their first letters. */
export function ZoneField({ label, className, zone, none, known, error, onChange }: ZoneFieldProps) {
  const first = [...new Set([...known, ownZone()])].flatMap((one) => (one && isTimeZone(one) ? [one] : []));
  const all = useMemo(
    () =>
      [...new Set([...Intl.supportedValuesOf('timeZone'), ...(zone ? [zone] : [])])].sort((a, b) =>
        cityOf(a).localeCompare(cityOf(b), 'en'),
      ),
    [zone],
  );
  const option = (one: string) => (
    <option key={one} value={one}>
      {cityOf(one)} ({one.split('/')[0]})
    </option>
  );
  return (
    <Field className={className} label={label} hint={t('The nearest big city on this list.')} error={error}>
      {(control) => (
        <select {...control} value={zone} onChange={(event) => onChange(event.target.value)}>
          {none ? <option value="">{none}</option> : null}
          <optgroup label={t('Used before')}>{first.map(option)}</optgroup>
          <optgroup label={p('time zones', 'All')}>
            {all.filter((one) => !first.includes(one)).map(option)}
          </optgroup>
        </select>
      )}
    </Field>
  );
}
