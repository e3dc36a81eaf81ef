import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accountDataSummary, deleteAccountResponse, EXPORT_PATH } from '../../../shared/account-data.ts';
import { msg } from '../../../shared/words.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { EmailField } from '../../components/text-field.tsx';
import type { Problems } from '../../components/use-fields.ts';
import { write } from '../../lib/api.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/words.tsx';
import { PasswordField } from '../identity/credential-fields.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';
import { deletedDataSentence, unsentLettersSentence } from './deletion-messages.ts';
import { JUST_DELETED } from './goodbye.tsx';

export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { uid, email: address, hasPassword } = usePerson();
  const navigate = useNavigate();
  const holdings = useQuery({ ...queryOf('/api/account/holdings', accountDataSummary), staleTime: 0 });
  const summary = holdings.data;
  const { identity: provider, passkeys } = useClientConfig();

  const { field, busy, submit } = useIdentityForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => {
      const found: Problems<'email' | 'password'> = {};
      if (email.trim().toLowerCase() !== address.toLowerCase())
        found.email = t('Please type the address of this account.');
      if (hasPassword && password === '') found.password = t('Please enter your password');
      return found;
    },
    send: async ({ proof, signOutAfterDeletion }, { email, password }) => {
      const idToken = await proof(hasPassword ? password : null);
      const body = { email: email.trim(), idToken };
      const answer = await write('POST', '/api/account/delete', body, deleteAccountResponse);
      // The letter in progress is stored there.
      sessionStorage.clear();
      await navigate('/goodbye', { replace: true, state: JUST_DELETED });
      await signOutAfterDeletion(uid, answer.elsewhere);
      // So that the browser does not offer passkeys of the deleted account.
      if (passkeys)
        await import('../identity/passkey-ceremony.ts')
          .then(({ keepPasskeys }) => keepPasskeys(uid, []))
          .catch((error: unknown) => console.info('The browser keeps its passkeys', error));
      return true;
    },
    log: 'The account was not deleted',
    fallback: msg('Your account could not be deleted. Please try again.'),
    failed: 'email',
    wrongPassword: () => ({ password: t('That is not your password.') }),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t('Delete your account')}
      description={t('At once, and for good.')}
      width={600}
      submit={t('Delete everything')}
      variant="danger"
      cancel={t('Keep it')}
      busy={busy}
      onSubmit={submit}
    >
      <dl className={`stack ${styles.terms}`}>
        <div>
          <dt>{t('What goes')}</dt>
          <dd>{deletedDataSentence(summary)}</dd>
        </div>
        <div>
          <dt>{t('What stays')}</dt>
          <dd>
            <Sentences>
              {t(
                'What has arrived stays in the mailboxes it arrived in. For the books we keep when credits were bought, given and spent, without your name or address.',
              )}
              {provider.mode === 'firebase'
                ? t('Your way to sign in is kept at Firebase, and is deleted there in the same step.')
                : null}
            </Sentences>
          </dd>
        </div>
      </dl>
      <ReadFailure query={holdings} title={t('What is yours')}>
        {t('This could not be fetched.')}
      </ReadFailure>
      {summary && summary.underWay > 0 ? (
        <Notice tone="warning">
          <p>{unsentLettersSentence(summary.underWay)}</p>
        </Notice>
      ) : null}
      <p className="sm">
        <a href={EXPORT_PATH} download>
          {t('Download everything first')}
        </a>
      </p>
      <EmailField label={t('Type your e-mail address to go on')} hint={address} {...field('email')} />
      {hasPassword ? <PasswordField label={t('Your password')} {...field('password')} /> : null}
    </FormDialog>
  );
}
