import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS_TOKENS_EACH, accessTokenList } from '../../../shared/access-tokens.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { read } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { remove } from '../../lib/remove.ts';
import { useActionOnEach } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';
import { scopeInWords } from './scope-in-words.ts';

const TokenDialog = lazyDialog(async () => (await import('./token-dialog.tsx')).default);

export function ProgramsSection() {
  const { emailVerified } = usePerson();
  const [making, setMaking] = useState(false);
  const query = useQuery({
    queryKey: ['/api/access-tokens'],
    queryFn: () => read('/api/access-tokens', accessTokenList),
    gcTime: 0,
  });
  const removal = useActionOnEach('Revoking an access token failed', async (id: string) => {
    await remove(`/api/sessions/${id}`);
    await query.refetch();
  });
  const { data: tokens = [] } = query;
  return (
    <>
      <p>
        {t(
          'A shortcut on your phone, or a program of your own, can write and send for you: by a token, without your password. A new password ends them all.',
        )}
      </p>
      {query.isPending ? <Loading inline label={t('Looking...')} /> : null}
      <ReadFailure
        query={query}
        title={t('We could not look which programs have a token')}
        again={t('Try again')}
      />
      {tokens.length > 0 ? (
        <ul>
          {tokens.map(({ id, name, scopes, createdAt, lastUsedAt }) => {
            const date = formatDateTime(createdAt);
            return (
              <li key={id} className={styles.session}>
                <div className={styles.what}>
                  <p className={styles.name}>
                    <b dir="auto">{name}</b>
                  </p>
                  <p className="dim sm">{scopes.map(scopeInWords).join(' · ')}</p>
                  <p className="dim sm">
                    {lastUsedAt
                      ? t('Set up {date}, last used {used}', { date, used: formatDateTime(lastUsedAt) })
                      : t('Set up {date}, not used yet', { date })}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={removal.isBusy(id)}
                  aria-label={t('Remove {device}, set up {date}', { device: name, date })}
                  onClick={() => removal.run(id)}
                >
                  {t('Remove')}
                </Button>
                <Failure error={removal.failureOf(id)} what={t('Not removed.')} />
              </li>
            );
          })}
        </ul>
      ) : null}
      <MayMake
        confirmed={emailVerified}
        full={tokens.length >= ACCESS_TOKENS_EACH}
        make={() => setMaking(true)}
      />
      {making ? <TokenDialog onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function MayMake({ confirmed, full, make }: { confirmed: boolean; full: boolean; make: () => void }) {
  if (!confirmed) return <p className="dim sm">{t('Please confirm your e-mail address first.')}</p>;
  if (full) return <p className="dim sm">{t('These are as many as an account can have.')}</p>;
  return (
    <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={make}>
      {t('Make a token')}
    </Button>
  );
}
