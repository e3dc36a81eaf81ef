import { useState } from 'react';
import { madeAccessToken, TOKEN_SCOPES, type TokenScope } from '../../../shared/access-tokens.ts';
import { PASSKEY_NAME_CHARACTERS } from '../../../shared/passkeys.ts';
import { Failure } from '../../components/failure.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { ApiFailure, messageForPerson, write } from '../../lib/api.ts';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';
import { scopeInWords } from './programs-section.tsx';
import { ProofDialog } from './proof-dialog.tsx';

export default function TokenDialog({ onClose }: { onClose: () => void }) {
  const { hasPassword } = usePerson();
  const invalidate = useInvalidation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<TokenScope[]>(['write', 'send']);
  const [token, setToken] = useState<string | null>(null);
  const { run, busy, failure, forget } = useAction('The token was not made', async () => {
    setToken((await write('POST', '/api/access-tokens', { name, scopes }, madeAccessToken)).token);
    await invalidate('access tokens');
  });
  const { code = '', fields = {} } = failure instanceof ApiFailure ? failure : {};
  if (code === 'PROOF_NEEDED' && hasPassword) return <ProofDialog onClose={forget} onProved={run} />;
  const made = token !== null && {
    title: t('Your token'),
    description: t(
      'Copy it now, for it is not shown again. Whoever has it can do what you chose: give it to nobody.',
    ),
    holdsWork: true,
    done: (
      <TextField
        ref={focusAtFirst}
        label={t('Your token')}
        dir="ltr"
        readOnly
        value={token}
        onText={() => {}}
        onFocus={({ target }) => target.select()}
      />
    ),
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('Make a token')}
      submit={t('Make a token')}
      busy={busy}
      onSubmit={() => run()}
      {...made}
    >
      <TextField
        label={t('Name of the program')}
        error={fields.name}
        maxLength={PASSKEY_NAME_CHARACTERS}
        value={name}
        onText={setName}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('What may it do?')}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(
                  TOKEN_SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
                )
              }
            />
            {scopeInWords(scope)}
          </label>
        ))}
      </fieldset>
      {failure && !fields.name ? (
        <Failure error={messageForPerson(failure, t('Please try again.'))} what={t('Nothing was changed.')} />
      ) : null}
    </FormDialog>
  );
}
