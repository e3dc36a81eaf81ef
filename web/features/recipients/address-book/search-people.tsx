import { useId, useMemo, useState } from 'react';
import type { Recipient } from '../../../../shared/recipients.ts';
import { byName } from '../../../../shared/text-order.ts';
import { language, n, t } from '../../../lib/words.tsx';
import { searchRecipients } from '../search-recipients.ts';
import styles from './address-book.module.css';

/** From this number of people on there is a search box, and the address book shows initial letters. */
const SEARCH_FROM = 8;

/** Name and address of somebody in a list, for an element of class `who`. */
export function NameAndAddress({ name, email }: { name: string; email: string | null }) {
  return (
    <>
      <b className="called">
        <bdi>{name}</bdi>
      </b>
      {email === null ? null : (
        <span className="dim sm">
          <bdi>{email}</bdi>
        </span>
      )}
    </>
  );
}

/** @returns people sorted by name, those who match the search, and the search box, which is null for few people */
export function usePeopleSearch(entries: readonly Recipient[]) {
  const id = useId();
  const current = language();
  const [search, setSearch] = useState('');
  const sorted = useMemo(() => entries.toSorted(byName(current)), [entries, current]);
  const found = useMemo(() => searchRecipients(sorted, search), [sorted, search]);
  const count = found.length;
  const box =
    entries.length < SEARCH_FROM ? null : (
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
          onChange={(event) => setSearch(event.target.value)}
          // In a form, Enter would submit it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <p role="status" className={count === 0 ? 'dim' : 'vh'}>
          {search && (count === 0 ? t('Nobody like that.') : n(count, '{n} found', '{n} found'))}
        </p>
      </search>
    );
  return { sorted, found, box, clear: () => setSearch('') };
}
