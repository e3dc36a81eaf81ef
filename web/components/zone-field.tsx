import { type ReactNode, useMemo } from 'react';
import { isTimeZone } from '../../templates/parts/time-zone.ts';
import { cityOf, englishCityOf } from '../lib/city-of.ts';
import { ownZone } from '../lib/time-zones.ts';
import { language, p, t } from '../lib/words.tsx';
import { Field } from './field.tsx';

/** What zones' names begin with. */
const REGIONS: Record<string, () => string> = {
  Africa: () => p('time zones', 'Africa'),
  America: () => p('time zones', 'America'),
  Antarctica: () => p('time zones', 'Antarctica'),
  Arctic: () => p('time zones', 'Arctic'),
  Asia: () => p('time zones', 'Asia'),
  Atlantic: () => p('time zones', 'Atlantic'),
  Australia: () => p('time zones', 'Australia'),
  Europe: () => p('time zones', 'Europe'),
  // Translators: the Indian Ocean
  Indian: () => p('time zones', 'Indian'),
  Pacific: () => p('time zones', 'Pacific'),
};

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

/** A list of cities, which a native select finds by their first letters; by those of their English names, too. */
export function ZoneField({ label, className, zone, none, known, error, onChange }: ZoneFieldProps) {
  const first = [...new Set([...known, ownZone()])].flatMap((one) => (one && isTimeZone(one) ? [one] : []));
  const all = useMemo(
    () =>
      [...new Set([...Intl.supportedValuesOf('timeZone'), ...(zone ? [zone] : [])])].sort((a, b) =>
        cityOf(a).localeCompare(cityOf(b), language()),
      ),
    [zone],
  );
  const option = (one: string) => {
    const [region = ''] = one.split('/');
    return (
      <option key={one} value={one}>
        {cityOf(one)} ({REGIONS[region]?.() ?? region})
      </option>
    );
  };
  const foreign = all.filter((one) => cityOf(one) !== englishCityOf(one));
  return (
    <Field className={className} label={label} hint={t('The nearest big city on this list.')} error={error}>
      {(control) => (
        <select {...control} value={zone} onChange={(event) => onChange(event.target.value)}>
          {none ? <option value="">{none}</option> : null}
          <optgroup label={t('Used before')}>{first.map(option)}</optgroup>
          <optgroup label={p('time zones', 'All')}>
            {all.filter((one) => !first.includes(one)).map(option)}
          </optgroup>
          {foreign.length > 0 ? (
            <optgroup label={t('In English')}>
              {foreign.map((one) => (
                <option key={one} value={one}>
                  {englishCityOf(one)} ({cityOf(one)})
                </option>
              ))}
            </optgroup>
          ) : null}
        </select>
      )}
    </Field>
  );
}
