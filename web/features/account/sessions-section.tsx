import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Tag } from '../../components/tag.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';
import { browserName } from './browser-name.ts';
import { useSessions } from './use-sessions.ts';

/** The browsers that are signed in to this account, each with a button to sign it out. */
export function SessionsSection() {
  const { signOut } = usePerson();
  const { sessions, failed, fetching, retry, ending, failureOf, endOne, endOthers } = useSessions();
  const others = sessions?.some(({ current }) => !current) ?? false;
  return (
    <>
      {sessions === null && !failed ? <Loading inline label="Looking..." /> : null}
      {failed ? (
        <Notice
          tone="error"
          title="We could not look where you are signed in"
          actions={
            <Button variant="secondary" size="sm" busy={fetching} onClick={retry}>
              Try again
            </Button>
          }
        />
      ) : null}
      {sessions ? (
        <ul>
          {sessions.map(({ id, current, userAgent, createdAt, syncedAt }) => {
            const name = browserName(userAgent);
            return (
              <li key={id} className={styles.session}>
                <div className={styles.what}>
                  <p className={styles.name}>
                    <b>{name}</b>
                    {current ? <Tag tone="success">This browser</Tag> : null}
                  </p>
                  <p className="dim sm">
                    Since {formatDateTime(createdAt)}
                    {current ? null : <>, last seen {formatDateTime(syncedAt)}</>}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={ending === id}
                  aria-label={`Sign out ${name}${current ? ', this browser' : `, since ${formatDateTime(createdAt)}`}`}
                  onClick={() =>
                    current
                      ? signOut().catch((error: unknown) => console.error('Signing out failed', error))
                      : endOne(id, name)
                  }
                >
                  Sign out
                </Button>
                <Failure error={failureOf(id)} what="Not signed out." />
              </li>
            );
          })}
        </ul>
      ) : null}
      {others ? (
        <Button variant="secondary" size="sm" busy={ending === 'others'} onClick={endOthers}>
          Sign out everywhere else
        </Button>
      ) : null}
      <Failure error={failureOf('others')} what="Not signed out." />
    </>
  );
}
