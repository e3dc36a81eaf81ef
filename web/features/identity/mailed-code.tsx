import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../lib/words.tsx';
import styles from './forms.module.css';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentity } from './use-person.ts';

interface MailedCodeProps {
  title: string;
  asking: string;
  refused: string;
  /** what the person can do after a refusal */
  instead: ReactNode;
  isApplied: boolean;
  onApplied?: () => Promise<unknown>;
  children: ReactNode;
}

/** Applies the code of the mailed link that opened the page, once. Works only in a browser signed in to the same account. */
export function MailedCode(props: MailedCodeProps) {
  const { title, asking, refused, instead, isApplied, onApplied, children } = props;
  const [params] = useSearchParams();
  const code = params.get('oobCode');
  const identity = useIdentity();
  const [problem, setProblem] = useState<unknown>(null);
  const tried = useRef(false);

  useEffect(() => {
    if (!code || tried.current || isApplied) return;
    tried.current = true;
    identity()
      .then((it) => it.applyCode(code))
      .then(onApplied)
      .catch((error: unknown) => {
        console.error('The mailed code was not applied', error);
        setProblem(error);
      });
  }, [code, isApplied, onApplied, identity]);

  const refusal = (
    <>
      <h1>{refused}</h1>
      <Notice tone="error">
        <p>
          {code
            ? signInSentence(problem, t('This link belongs to another account, or was used already.'))
            : t('This link is not complete.')}
        </p>
      </Notice>
      {instead}
    </>
  );
  return (
    <Page title={title}>
      {code && !problem && !isApplied ? (
        <Loading label={asking} />
      ) : (
        <section className={styles.linkPage}>{isApplied ? children : refusal}</section>
      )}
    </Page>
  );
}

/** Says why a mailed link does not work, to somebody who is not signed in. @param hint how to get a new one */
export function LinkRefused({ why, hint }: { why: string; hint: string }) {
  return (
    <>
      <Notice tone="error">
        <p>{why}</p>
        <p>{hint}</p>
      </Notice>
      <p>
        <ButtonLink to="/">{t('Back to sign-in')}</ButtonLink>
      </p>
    </>
  );
}
