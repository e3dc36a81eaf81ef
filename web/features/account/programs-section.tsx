import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ACCESS_TOKENS_EACH,
  type AccessToken,
  accessTokenList,
  PROGRAM_LETTERS_A_DAY,
  type TokenScope,
} from '../../../shared/access-tokens.ts';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { queryOf } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';
import { t } from '../../lib/words.tsx';
import { HeldList, MaySetUp, SetUp } from './held-list.tsx';

const TokenDialog = lazyDialog(async () => (await import('./token-dialog.tsx')).default);

/** What a program may do: beside a box to choose it, and in a list of several. */
export function scopeInWords(scope: TokenScope): string {
  if (scope === 'read') return t('Read letters, answers and address book');
  if (scope === 'write') return t('Upload photos, write letters, add people');
  return t('Send up to {letters} letters and answers a day', { letters: PROGRAM_LETTERS_A_DAY });
}

export function ProgramsSection() {
  const [making, setMaking] = useState(false);
  const query = useQuery({ ...queryOf('/api/access-tokens', accessTokenList), gcTime: 0 });
  const revoke = async ({ id }: AccessToken) => {
    await remove(`/api/sessions/${id}`);
    await query.refetch();
  };
  return (
    <>
      <p>
        {t(
          'A shortcut on your phone, or a program of your own, can write and send for you: by a token, without your password. A new password ends them all.',
        )}
      </p>
      <HeldList query={query} failure={t('We could not look up which programs have a token')}>
        {(token) => (
          <SetUp key={token.id} thing={token} remove={revoke}>
            <p className="dim sm">{token.scopes.map(scopeInWords).join(' · ')}</p>
          </SetUp>
        )}
      </HeldList>
      <MaySetUp full={(query.data?.length ?? 0) >= ACCESS_TOKENS_EACH}>
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          {t('Make a token')}
        </Button>
      </MaySetUp>
      {making ? <TokenDialog onClose={() => setMaking(false)} /> : null}
    </>
  );
}
