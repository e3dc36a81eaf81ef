import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS_TOKENS_EACH, accessTokenList } from '../../../shared/access-tokens.ts';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { queryOf } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';
import { useActionOnEach } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { Held, HeldList, setUpInWords } from './held-list.tsx';
import { scopeInWords } from './scope-in-words.ts';

const TokenDialog = lazyDialog(async () => (await import('./token-dialog.tsx')).default);

export function ProgramsSection() {
  const { emailVerified } = usePerson();
  const [making, setMaking] = useState(false);
  const query = useQuery({
    ...queryOf('/api/access-tokens', accessTokenList),
    gcTime: 0,
  });
  const removal = useActionOnEach('Revoking an access token failed', async (id: string) => {
    await remove(`/api/sessions/${id}`);
    await query.refetch();
  });
  return (
    <>
      <p>
        {t(
          'A shortcut on your phone, or a program of your own, can write and send for you: by a token, without your password. A new password ends them all.',
        )}
      </p>
      <HeldList query={query} failure={t('We could not look which programs have a token')}>
        {(token) => (
          <Held
            key={token.id}
            name={<b dir="auto">{token.name}</b>}
            error={removal.failureOf(token.id)}
            failed={t('Not removed.')}
            actions={
              <Button
                variant="secondary"
                size="sm"
                busy={removal.isBusy(token.id)}
                aria-label={t('Remove {device}, set up {date}', {
                  device: token.name,
                  date: formatDateTime(token.createdAt),
                })}
                onClick={() => removal.run(token.id)}
              >
                {t('Remove')}
              </Button>
            }
          >
            <p className="dim sm">{token.scopes.map(scopeInWords).join(' · ')}</p>
            <p className="dim sm">{setUpInWords(token)}</p>
          </Held>
        )}
      </HeldList>
      <MayMake
        confirmed={emailVerified}
        full={(query.data?.length ?? 0) >= ACCESS_TOKENS_EACH}
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
