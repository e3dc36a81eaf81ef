import { msg } from '../../../shared/words.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../lib/words.tsx';
import { HiddenUsername, PasswordField } from '../identity/credential-fields.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';

/** Asks for the password, where a sign-in is too old for what is to be done. */
export function ProofDialog({ onClose, onProved }: { onClose: () => void; onProved: () => void }) {
  const { email } = usePerson();
  const { field, busy, submit } = useIdentityForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: t('Please enter your password') }),
    send: async (identity, { password }) => {
      await identity.proof(password);
      onClose();
      onProved();
    },
    log: 'The password was not accepted',
    fallback: msg('Please try again in a moment.'),
    failed: 'password',
    wrongPassword: () => ({ password: t('That is not your password.') }),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('Is it you?')}
      description={t('You signed in a while ago. Please give your password once more.')}
      submit={t('Go on')}
      busy={busy}
      onSubmit={submit}
    >
      <HiddenUsername email={email} />
      <PasswordField label={t('Your password')} {...field('password')} />
    </FormDialog>
  );
}
