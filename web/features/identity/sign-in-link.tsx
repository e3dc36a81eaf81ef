import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { isEmailAddress } from '../../../packages/address-files/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../shared/email-address.ts';
import { msg } from '../../../shared/words.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EmailField } from '../../components/text-field.tsx';
import { t } from '../../lib/words.tsx';
import styles from './forms.module.css';
import { LinkRefused } from './mailed-code.tsx';
import { forgetLink, linkAskedFor } from './mailed-sign-in.ts';
import { codeOf, signInSentence } from './sign-in-errors.ts';
import { useIdentityForm } from './use-identity-form.ts';
import { usePerson } from './use-person.ts';

/**
 * The page of a mailed sign-in link. It signs in when a button is pressed, because mail scanners open links and a link works
 * once. In a browser that did not request the link the address must be typed too, because a stranger may have sent the link.
 */
export function SignInLink() {
  const [params] = useSearchParams();
  const isComplete = params.get('oobCode') !== null;
  const person = usePerson();
  const { status } = person;
  const navigate = useNavigate();
  const [asked] = useState(linkAskedFor);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { field, problems, busy, submit } = useIdentityForm({
    initial: { email: asked ?? '' },
    check: ({ email }) => (isEmailAddress(email) ? {} : { email: t(INVALID_EMAIL_MESSAGE) }),
    send: async (identity, { email }) => {
      try {
        await identity.signInWithLink(email.trim(), location.href);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'auth/invalid-email')
          return () => ({ email: t('This link was mailed to another address.') });
        // Only a new link helps.
        if (code !== 'auth/invalid-action-code' && code !== 'auth/expired-action-code') throw error;
        console.info('The link is over', error);
        setRefusal(error);
        return undefined;
      }
      forgetLink();
      navigate('/', { replace: true });
      return true;
    },
    log: 'Sign in by link failed',
    fallback: msg('Failed to sign in'),
    failed: 'email',
  });

  if (status === 'signed-in') {
    return busy || person.email === asked ? <Navigate to="/" replace /> : <SignedInAlready {...person} />;
  }
  return (
    <section className={styles.linkPage}>
      <h1>{t('Welcome back')}</h1>
      {refusal || !isComplete ? (
        <LinkRefused
          why={isComplete ? signInSentence(refusal, '') : t('This link is not complete.')}
          hint={t('‘Mail me a link instead’ on the sign-in screen sends you a new one.')}
        />
      ) : (
        <form className={styles.form} noValidate onSubmit={submit}>
          {asked && !problems.email ? (
            <p>{t('You are signing in as {email}.', { email: asked })}</p>
          ) : (
            <EmailField
              label={t('The address that the link was mailed to')}
              autoComplete="username"
              {...field('email')}
            />
          )}
          <Button type="submit" busy={busy}>
            {t('Sign In')}
          </Button>
        </form>
      )}
    </section>
  );
}

/** Nothing happens with the link by itself: it may be somebody else's. */
function SignedInAlready({ email, signOut }: { email: string; signOut: () => void }) {
  return (
    <section className={styles.linkPage}>
      <h1>{t('You are signed in already')}</h1>
      <p>
        {t(
          'You are signed in as {email}. If the link was mailed to another address, log out and go on here.',
          { email },
        )}
      </p>
      <div className="actions">
        <ButtonLink to="/">{t('Back to the letter desk')}</ButtonLink>
        <Button variant="secondary" onClick={signOut}>
          {t('Log out')}
        </Button>
      </div>
    </section>
  );
}
