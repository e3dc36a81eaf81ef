import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../lib/words.tsx';
import styles from './forms.module.css';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentity, usePerson } from './use-person.ts';
import { useRefreshUser } from './use-user.ts';

/** Applies the code that was mailed to a new address. Works only in a browser signed in to the same account. */
export function ChangeEmail() {
  const [params] = useSearchParams();
  const code = params.get('oobCode');
  const { email } = usePerson();
  const identity = useIdentity();
  const refreshUser = useRefreshUser();
  const [state, setState] = useState<'asking' | 'changed' | 'refused'>(code ? 'asking' : 'refused');
  const [problem, setProblem] = useState<unknown>(null);
  const tried = useRef(false);

  useEffect(() => {
    if (!code || tried.current) return;
    tried.current = true;
    identity()
      .then((it) => it.changeEmail(code))
      .then(() => {
        setState('changed');
        return refreshUser();
      })
      .catch((error: unknown) => {
        console.error('The address was not changed', error);
        setProblem(error);
        setState((was) => (was === 'asking' ? 'refused' : was));
      });
  }, [code, identity, refreshUser]);

  if (state === 'asking') return <Loading label={t('Changing your address...')} />;
  return (
    <section className={styles.linkPage}>
      {state === 'changed' ? (
        <>
          <h1>{t('Your address is changed')}</h1>
          <p className="letter">
            {t('You sign in with {email} from now on, and answers to your letters come there.', { email })}
          </p>
        </>
      ) : (
        <>
          <h1>{t('The address was not changed')}</h1>
          <Notice tone="error">
            <p>
              {code
                ? signInSentence(problem, t('This link belongs to another account, or was used already.'))
                : t('This link is not complete.')}
            </p>
          </Notice>
        </>
      )}
      <p>
        <ButtonLink to="/account">{t('Your account')}</ButtonLink>
      </p>
    </section>
  );
}
