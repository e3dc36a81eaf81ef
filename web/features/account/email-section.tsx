import { useState } from 'react';
import { isEmailAddress, readEmailAddress } from '../../../packages/address-files/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../shared/email-address.ts';
import { EMAIL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Tag } from '../../components/tag.tsx';
import { EmailField } from '../../components/text-field.tsx';
import type { Problems } from '../../components/use-fields.ts';
import { t } from '../../lib/words.tsx';
import { PasswordField } from '../identity/credential-fields.tsx';
import { useIdentityAction, useIdentityForm, useVerification } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';

export function EmailSection() {
  const { email, emailVerified, hasPassword } = usePerson();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <p className={styles.address}>
        <span>{email}</span>
        <Tag tone={emailVerified ? 'success' : 'warning'}>
          {emailVerified ? t('Confirmed') : t('Not confirmed yet')}
        </Tag>
      </p>
      {emailVerified ? null : <Verification />}
      {hasPassword ? (
        <>
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            {t('Change address')}
          </Button>
          {changing ? <ChangeEmailDialog onClose={() => setChanging(false)} /> : null}
        </>
      ) : (
        <p className="dim sm">{t('This address comes from Apple, with which you sign in.')}</p>
      )}
    </>
  );
}

function Verification() {
  const { email } = usePerson();
  const { busy, failure, mailLink } = useVerification();
  const looking = useIdentityAction();
  const [looked, setLooked] = useState(false);

  const lookAgain = () =>
    looking.run({
      act: async (identity) => {
        setLooked(false);
        // A confirmed address is shown as such in a moment.
        setLooked(!(await identity.refresh()));
      },
      log: 'The account could not be read again',
      failed: t('Could not look'),
      fallback: msg('Please try again in a moment.'),
    });

  return (
    <>
      <p>
        {t('Open the link we mailed to {email}, so that your letters leave and replies find you.', { email })}
      </p>
      <div className="actions">
        <Button size="sm" busy={busy} onClick={mailLink}>
          {t('Send the link again')}
        </Button>
        <Button variant="quiet" size="sm" busy={looking.busy} onClick={lookAgain}>
          {t('I opened it elsewhere')}
        </Button>
        <Failure error={failure} what={t('Link not sent.')} />
        <Failure error={looking.failure} what={t('Could not look.')} />
        <p role="status">{looked ? t('The address is not confirmed yet') : null}</p>
      </div>
    </>
  );
}

/** Asks for another address, which becomes valid when the link mailed to it is opened. */
function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { email: present } = usePerson();
  const [sent, setSent] = useState(false);
  const { values, field, busy, submit } = useIdentityForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => problemsOf(addressIn(email), present, password),
    send: async (identity, { email, password }) => {
      await identity.askEmailChange(password, addressIn(email));
      setSent(true);
    },
    log: 'The address change was refused',
    fallback: msg('We could not send the link. Please try again.'),
    failed: 'email',
    wrongPassword: () => ({ password: t('That is not your password.') }),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t('Change your address')}
      description={t('We mail a link to the new one. It counts from when you open that.')}
      submit={t('Send the link')}
      busy={busy}
      onSubmit={submit}
      done={
        sent ? (
          <Notice tone="success" title={t('A link is on its way')}>
            <p>
              {t(
                'Open it at {wanted} in a browser where you are signed in. Until then, everything stays with {present}.',
                { wanted: addressIn(values.email), present },
              )}
            </p>
          </Notice>
        ) : null
      }
    >
      <EmailField
        label={t('New e-mail address')}
        autoComplete="email"
        maxLength={EMAIL_MAX_CHARACTERS}
        {...field('email')}
      />
      <PasswordField label={t('Your password')} {...field('password')} />
    </FormDialog>
  );
}

const addressIn = (text: string): string => readEmailAddress(text) ?? text.trim();

function problemsOf(wanted: string, present: string, password: string): Problems<'email' | 'password'> {
  const problems: Problems<'email' | 'password'> = {};
  if (!isEmailAddress(wanted)) problems.email = t(INVALID_EMAIL_MESSAGE);
  else if (wanted.toLowerCase() === present.toLowerCase())
    problems.email = t('That is your address already.');
  if (!password) problems.password = t('Please enter your password');
  return problems;
}
