import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isIn, STATUS } from '../../../shared/letter-status.ts';
import { type Letter, letterListPage } from '../../../shared/letters.ts';
import { LETTERS_SEALED_AT_MOST } from '../../../shared/limits.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { read } from '../../lib/api.ts';
import { T, t } from '../../lib/words.tsx';
import styles from './forms.module.css';
import { signInSentence } from './sign-in-errors.ts';
import { useVerification } from './use-identity-form.ts';
import { useIdentity, usePerson } from './use-person.ts';

/** A letter that was released may have left before this page asked: it counts as released for so long, ms. */
const JUST_SENT_MS = 600_000;

const isUnderWay = ({ status, sentAt }: Letter) =>
  isIn('posted', status) && (sentAt === null || Date.now() - Date.parse(sentAt) < JUST_SENT_MS);

/** What became of the letters that waited for this: the server released them together with the proof. */
function Released() {
  const { data } = useQuery({
    queryKey: ['/api/letters', 'released'],
    queryFn: () => read(`/api/letters?limit=${LETTERS_SEALED_AT_MOST}`, letterListPage),
  });
  const underWay = data?.letters.some(isUnderWay);
  const unsent = data?.letters.some(({ status }) => status === STATUS.unsent);
  return (
    <div aria-live="polite">
      {underWay ? <p>{t('What you sealed is on its way now.')}</p> : null}
      {unsent ? (
        <p>
          <T
            text="A letter did not leave. {myLetters} says why."
            myLetters={<Link to="/my-letters">{t('My Letters')}</Link>}
          />
        </p>
      ) : null}
    </div>
  );
}

/** Applies a mailed verification code. Works only in a browser signed in to the same account. */
export function VerifyEmail() {
  const [params] = useSearchParams();
  const code = params.get('oobCode');
  const { email, emailVerified } = usePerson();
  const identity = useIdentity();
  const [problem, setProblem] = useState<unknown>(null);
  const { busy, failure, mailLink } = useVerification();
  const tried = useRef(false);

  useEffect(() => {
    if (!code || tried.current || emailVerified) return;
    tried.current = true;
    identity()
      .then((it) => it.verifyEmail(code))
      .catch((error: unknown) => {
        console.error('The address was not verified', error);
        setProblem(error);
      });
  }, [code, emailVerified, identity]);

  if (emailVerified) {
    return (
      <section className={styles.linkPage}>
        <h1>{t('Your address is confirmed')}</h1>
        <p className="letter">
          {t(
            '{email} is yours. Letters that were sent to you there are in My Letters now, and replies to yours will find you.',
            { email },
          )}
        </p>
        <Released />
        <div className="actions">
          <ButtonLink to="/">{t('Write a letter')}</ButtonLink>
          <ButtonLink variant="secondary" to="/my-letters">
            {t('My Letters')}
          </ButtonLink>
        </div>
      </section>
    );
  }
  if (code && !problem) return <Loading label={t('Confirming your address...')} />;
  return (
    <section className={styles.linkPage}>
      <h1>{t('The address is not confirmed yet')}</h1>
      <Notice tone="error">
        <p>
          {code
            ? signInSentence(problem, t('This link belongs to another account, or was used already.'))
            : t('This link is not complete.')}
        </p>
      </Notice>
      <div className="actions">
        <Button busy={busy} onClick={mailLink}>
          {t('Send a new link to {email}', { email })}
        </Button>
        <Failure error={failure} what={t('Link not sent.')} />
      </div>
    </section>
  );
}
