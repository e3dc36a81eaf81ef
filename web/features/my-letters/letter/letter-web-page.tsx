import { useState } from 'react';
import { type Letter, letter as letterSchema } from '../../../../shared/letters.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useToast } from '../../../components/toast.tsx';
import { write } from '../../../lib/api.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import styles from './letter-web-page.module.css';

interface LetterWebPageProps {
  letterId: Letter['id'];
  page: NonNullable<Letter['webPage']>;
}

export function LetterWebPage({ letterId, page: { url, open } }: LetterWebPageProps) {
  const invalidate = useInvalidation();
  const toast = useToast();
  const [asked, setAsked] = useState(false);
  const change = useAction('The letter’s page could not be opened or closed', async (wanted: boolean) => {
    await write('POST', `/api/letters/${letterId}/web-page`, { open: wanted }, letterSchema);
    setAsked(false);
    await invalidate('web page');
  });
  const failure = <Failure error={change.failure} what={t('Nothing was changed.')} />;
  const copy = useAction('The browser did not let us copy', async () => {
    await navigator.clipboard.writeText(url);
    toast({ title: t('Link copied') });
  });

  return (
    <section className={styles.page} aria-labelledby={`page-${letterId}`}>
      <h3 id={`page-${letterId}`}>{t('The letter’s own page')}</h3>
      <p role="status" className="dim">
        {open
          ? t('Whoever has this link can read the letter and print it, without an account.')
          : t(
              'It is off the web: whoever opens the link reads that you took it away. The e-mail that was sent stays theirs.',
            )}
      </p>
      {open ? (
        <a className={styles.link} href={url} target="_blank" rel="noreferrer">
          {url}
          <Icon name="external" />
          <span className="vh">{t('(opens in a new tab)')}</span>
        </a>
      ) : null}
      <div className="actions">
        {open ? (
          <>
            <Button variant="secondary" size="sm" onClick={() => copy.run()}>
              <Icon name="link" />
              {t('Copy link')}
            </Button>
            <Button variant="danger" size="sm" onClick={() => setAsked(true)}>
              {t('Take the letter off the web')}
            </Button>
          </>
        ) : (
          <Button variant="secondary" size="sm" busy={change.busy} onClick={() => change.run(true)}>
            {t('Show it on the web again')}
          </Button>
        )}
        <Failure
          error={copy.failure && t('Select it above, and copy it from there.')}
          what={t('The link could not be copied.')}
        />
        {asked ? null : failure}
      </div>
      {asked ? (
        <FormDialog
          onClose={() => setAsked(false)}
          title={t('Take this letter off the web?')}
          submit={t('Take it off')}
          variant="danger"
          cancel={t('Leave it there')}
          busy={change.busy}
          onSubmit={() => change.run(false)}
        >
          <p>
            {t(
              'The link stops working, in the e-mail too: nobody can read the letter there, or answer it there. The e-mail itself stays with whoever got it. You can put the letter back whenever you like.',
            )}
          </p>
          {failure}
        </FormDialog>
      ) : null}
    </section>
  );
}
