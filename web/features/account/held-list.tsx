import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { leaveFocus } from '../../lib/focus-at-first.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';

interface HeldListProps<Item> {
  query: UseQueryResult<Item[]>;
  /** title of the message that the list could not be read */
  failure: string;
  children: (item: Item) => ReactNode;
}

/** List of what can sign in or act for the account; each item has a button that ends it. */
export function HeldList<Item>({ query, failure, children }: HeldListProps<Item>) {
  return (
    <>
      {query.isPending ? <Loading inline label={t('Looking...')} /> : null}
      <ReadFailure query={query} title={failure} again={t('Try again')} />
      {query.data ? <ul tabIndex={-1}>{query.data.map(children)}</ul> : null}
    </>
  );
}

interface HeldProps {
  name: ReactNode;
  actions: ReactNode;
  /** why the last attempt to end it failed */
  error: unknown;
  /** sentence that says what did not happen */
  failed: string;
  /** details, below the name */
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

interface SetUpProps<Item> {
  thing: Item;
  remove: (thing: Item) => Promise<void>;
  /** shown before the button that removes it */
  action?: ReactNode;
  children?: ReactNode;
}

/** A device or program, under the name that its owner gave it. */
export function SetUp<Item extends { name: string; createdAt: string; lastUsedAt: string | null }>({
  thing,
  remove,
  action,
  children,
}: SetUpProps<Item>) {
  const { name, createdAt, lastUsedAt } = thing;
  const date = formatDateTime(createdAt);
  const removal = useAction('It was not removed', () => remove(thing));
  return (
    <Held
      name={<b dir="auto">{name}</b>}
      error={removal.failure}
      failed={t('Not removed.')}
      actions={
        <>
          {action}
          <Button
            ref={leaveFocus}
            variant="secondary"
            size="sm"
            busy={removal.busy}
            aria-label={t('Remove {device}, set up {date}', { device: name, date })}
            onClick={() => removal.run()}
          >
            {t('Remove')}
          </Button>
        </>
      }
    >
      {children}
      <p className="dim sm">
        {lastUsedAt
          ? t('Set up {date}, last used {used}', { date, used: formatDateTime(lastUsedAt) })
          : t('Set up {date}, not used yet', { date })}
      </p>
    </Held>
  );
}

/** Shows the children, which set up another one, or the reason why the person may not. */
export function MaySetUp({ full, children }: { full: boolean; children: ReactNode }) {
  const { emailVerified } = usePerson();
  if (!emailVerified) return <p className="dim sm">{t('Please confirm your e-mail address first.')}</p>;
  if (full) return <p className="dim sm">{t('These are as many as an account can have.')}</p>;
  return children;
}
