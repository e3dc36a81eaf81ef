import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { t } from '../../lib/words.tsx';
import styles from './account.module.css';

interface HeldListProps<Item> {
  query: UseQueryResult<Item[]>;
  /** says that they could not be read */
  failure: string;
  children: (item: Item) => ReactNode;
}

/** What can sign in or act for the account, each with what ends it. */
export function HeldList<Item>({ query, failure, children }: HeldListProps<Item>) {
  return (
    <>
      {query.isPending ? <Loading inline label={t('Looking...')} /> : null}
      <ReadFailure query={query} title={failure} again={t('Try again')} />
      {query.data?.length ? <ul>{query.data.map(children)}</ul> : null}
    </>
  );
}

interface HeldProps {
  name: ReactNode;
  actions: ReactNode;
  /** of the last attempt to end it */
  error: unknown;
  /** what did not happen then */
  failed: string;
  /** what is known of it */
  children: ReactNode;
}

export function Held({ name, actions, error, failed, children }: HeldProps) {
  return (
    <li className={styles.session}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
      <Failure error={error} what={failed} />
    </li>
  );
}

export function setUpInWords({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  const date = formatDateTime(createdAt);
  return lastUsedAt
    ? t('Set up {date}, last used {used}', { date, used: formatDateTime(lastUsedAt) })
    : t('Set up {date}, not used yet', { date });
}
