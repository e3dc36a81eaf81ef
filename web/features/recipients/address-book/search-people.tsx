import { useId } from 'react';
import { n, t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

interface SearchPeopleProps {
  search: string;
  onChange: (search: string) => void;
  found: number;
}

/** Narrows the list while one types, and says how many are left. */
export function SearchPeople({ search, onChange, found }: SearchPeopleProps) {
  const id = useId();
  return (
    <search className={styles.search}>
      <label className="vh" htmlFor={id}>
        {t('Search people')}
      </label>
      <input
        id={id}
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
