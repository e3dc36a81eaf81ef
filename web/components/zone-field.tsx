import { type ReactNode, useMemo, useState } from 'react';
import { isTimeZone } from '../../templates/parts/time-zone.ts';
import { cityOf } from '../lib/city-of.ts';
import { classNames } from '../lib/class-names.ts';
import { findPlaces, placesNear } from '../lib/places.ts';
import { ownZone } from '../lib/time-zones.ts';
import { n, p, t } from '../lib/words.tsx';
import { SelectField, TextField } from './text-field.tsx';

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
  known: readonly (string | null | undefined)[];
  error?: string | undefined;
  onChange: (zone: string) => void;
}

export function ZoneField({ label, className, zone, none, known, error, onChange }: ZoneFieldProps) {
  const [search, setSearch] = useState('');
  const found = useMemo(() => findPlaces(search), [search]);
  const first = [...new Set([zone, ...known, ownZone()])].flatMap((one) =>
    one && isTimeZone(one) && !found.includes(one) ? [one] : [],
  );
  const near = useMemo(() => placesNear(ownZone()), []);
  const option = (one: string) => {
    const [region = ''] = one.split('/');
    return (
      <option key={one} value={one}>
        {cityOf(one)} ({REGIONS[region]?.() ?? region})
      </option>
    );
  };
  return (
    <div className={classNames('field', className)}>
      <SelectField label={label} error={error} value={zone} onText={onChange}>
        {none ? <option value="">{none}</option> : null}
        {found.length > 0 ? <optgroup label={t('Found')}>{found.map(option)}</optgroup> : null}
        <optgroup label={t('Used before')}>{first.map(option)}</optgroup>
        <optgroup label={t('With clocks like yours')}>
          {near.filter((one) => !first.includes(one) && !found.includes(one)).map(option)}
        </optgroup>
      </SelectField>
      <TextField
        label={t('Another city')}
        hint={t('The nearest big city is enough.')}
        type="search"
        maxLength={60}
        value={search}
        onText={(text) => {
          setSearch(text);
          const [only, ...others] = findPlaces(text);
          if (only && others.length === 0) onChange(only);
        }}
      />
      <p role="status">
        {search.trim() === ''
          ? null
          : found.length === 1
            ? cityOf(found[0] ?? '')
            : n(
                found.length,
                '{n} city found: choose it in the list above',
                '{n} cities found: choose one in the list above',
              )}
      </p>
    </div>
  );
}
