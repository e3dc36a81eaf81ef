import { useQuery } from '@tanstack/react-query';
import { browserName } from '../../../shared/browser-name.ts';
import { sessionList, sessionsEnded } from '../../../shared/session.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Tag } from '../../components/tag.tsx';
import { useToast } from '../../components/toast.tsx';
import { read, write } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';
import { useActionOnEach } from '../../lib/use-action.ts';
import { n, say, t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';

export function SessionsSection() {
  const { signOut } = usePerson();
  const { query, isEnding, failureOf, endOne, endOthers } = useSessions();
  const { data: sessions } = query;
  const others = sessions?.some(({ current }) => !current) ?? false;
  return (
    <>
      {query.isPending ? <Loading inline label={t('Looking...')} /> : null}
      <ReadFailure
        query={query}
        title={t('We could not look where you are signed in')}
        again={t('Try again')}
      />
      {sessions ? (
        <ul>
          {sessions.map(({ id, current, userAgent, createdAt, syncedAt }) => {
            const name = say(browserName(userAgent));
            const since = formatDateTime(createdAt);
            return (
              <li key={id} className={styles.session}>
                <div className={styles.what}>
                  <p className={styles.name}>
                    <b>{name}</b>
                    {current ? <Tag tone="success">{t('This browser')}</Tag> : null}
                  </p>
                  <p className="dim sm">
                    {current
                      ? t('Since {date}', { date: since })
                      : t('Since {date}, last seen {seen}', { date: since, seen: formatDateTime(syncedAt) })}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={isEnding(id)}
                  aria-label={
                    current
                      ? t('Sign out {browser}, this browser', { browser: name })
                      : t('Sign out {browser}, since {date}', { browser: name, date: since })
                  }
                  onClick={() => (current ? signOut() : endOne(id, name))}
                >
                  {t('Sign out')}
                </Button>
                <Failure error={failureOf(id)} what={t('Not signed out.')} />
              </li>
            );
          })}
        </ul>
      ) : null}
      {others ? (
        <Button variant="secondary" size="sm" busy={isEnding('others')} onClick={endOthers}>
          {t('Sign out everywhere else')}
        </Button>
      ) : null}
      <Failure error={failureOf('others')} what={t('Not signed out.')} />
    </>
  );
}

function useSessions() {
  const invalidate = useInvalidation();
  const toast = useToast();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => read('/api/sessions', sessionList),
    gcTime: 0,
  });
  const { run, isBusy, failureOf } = useActionOnEach(
    'Ending a session failed',
    async (_idOrOthers: string, end: () => Promise<string>) => {
      toast({ title: t('Signed out'), description: await end() });
      await query.refetch();
    },
  );
  return {
    query,
    isEnding: isBusy,
    failureOf,
    endOne: (id: string, name: string) =>
      run(id, async () => {
        await remove(`/api/sessions/${id}`);
        return t('{browser} asks for the password now.', { browser: name });
      }),
    endOthers: () =>
      run('others', async () => {
        const { ended } = await write('DELETE', '/api/sessions', undefined, sessionsEnded);
        await invalidate('access tokens');
        return n(ended, 'In one other browser.', 'In {n} other browsers.');
      }),
  };
}
