import { useQuery } from '@tanstack/react-query';
import { browserName } from '../../../shared/browser-name.ts';
import { sessionList, sessionsEnded } from '../../../shared/session.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Tag } from '../../components/tag.tsx';
import { useToast } from '../../components/toast.tsx';
import { write } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { leaveFocus } from '../../lib/focus-at-first.ts';
import { queryOf, useInvalidation } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';
import { useActionOnEach } from '../../lib/use-action.ts';
import { n, say, t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { Held, HeldList } from './held-list.tsx';

export function SessionsSection() {
  const { signOut } = usePerson();
  const invalidate = useInvalidation();
  const toast = useToast();
  const query = useQuery({ ...queryOf('/api/sessions', sessionList), gcTime: 0 });
  const others = query.data?.some(({ current }) => !current) ?? false;
  const { run, isBusy, failureOf } = useActionOnEach(
    'Ending a session failed',
    async (_idOrOthers: string, end: () => Promise<string>) => {
      toast({ title: t('Signed out'), description: await end() });
      await invalidate('sign-ins');
    },
  );
  const endOne = (id: string, name: string) =>
    run(id, async () => {
      await remove(`/api/sessions/${id}`);
      return t('{browser} asks for the password now.', { browser: name });
    });
  const endOthers = () =>
    run('others', async () => {
      const { ended } = await write('DELETE', '/api/sessions', undefined, sessionsEnded);
      return n(ended, 'In one other browser.', 'In {n} other browsers.');
    });
  return (
    <>
      <HeldList query={query} failure={t('We could not look up where you are signed in')}>
        {({ id, current, userAgent, createdAt, syncedAt }) => {
          const browser = say(browserName(userAgent));
          const date = formatDateTime(createdAt);
          return (
            <Held
              key={id}
              name={
                <>
                  <b>{browser}</b>
                  {current ? <Tag tone="success">{t('This browser')}</Tag> : null}
                </>
              }
              error={failureOf(id)}
              failed={t('Not signed out.')}
              actions={
                <Button
                  ref={leaveFocus}
                  variant="secondary"
                  size="sm"
                  busy={isBusy(id)}
                  aria-label={
                    current
                      ? t('Sign out {browser}, this browser', { browser })
                      : t('Sign out {browser}, since {date}', { browser, date })
                  }
                  onClick={() => (current ? signOut() : endOne(id, browser))}
                >
                  {t('Sign out')}
                </Button>
              }
            >
              <p className="dim sm">
                {current
                  ? t('Since {date}', { date })
                  : t('Since {date}, last seen {seen}', { date, seen: formatDateTime(syncedAt) })}
              </p>
            </Held>
          );
        }}
      </HeldList>
      {others ? (
        <Button ref={leaveFocus} variant="secondary" size="sm" busy={isBusy('others')} onClick={endOthers}>
          {t('Sign out everywhere else')}
        </Button>
      ) : null}
      <Failure error={failureOf('others')} what={t('Not signed out.')} />
    </>
  );
}
