import { useId, useMemo } from 'react';
import type { Recipient } from '../../../../shared/recipients.ts';
import { byName } from '../../../../shared/text-order.ts';
import { language, n, t } from '../../../lib/words.tsx';
import { searchRecipients } from '../search-recipients.ts';
import styles from './address-book.module.css';

/** From this number of people on there is a search box, and the address book has letters. */
export const SEARCH_FROM = 8;

interface SearchPeopleProps {
  search: string;
  onChange: (search: string) => void;
  found: number;
}

export function SearchPeople({ search, onChange, found }: SearchPeopleProps) {
  const id = useId();
  return (
    <search className={styles.search}>
      <label className="vh" htmlFor={id}>
        {t('Search people')}
      </label>
      <input
        id={id}
        className="control"
        type="search"
        dir="auto"
        placeholder={t('Search people...')}
        autoComplete="off"
        value={search}
        onChange={(event) => onChange(event.target.value)}
        // Within a form, Enter would send it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className={found === 0 ? 'dim' : 'vh'}>
        {search && (found === 0 ? t('Nobody like that.') : n(found, '{n} found', '{n} found'))}
      </p>
    </search>
  );
}

export function useFoundPeople(entries: readonly Recipient[], search: string) {
  const own = language();
  const sorted = useMemo(() => entries.toSorted(byName(own)), [entries, own]);
  const found = useMemo(() => searchRecipients(sorted, search), [sorted, search]);
  return { sorted, found };
}
