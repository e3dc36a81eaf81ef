import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Letter, letter as letterSchema } from '../../../../shared/letters.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useToast } from '../../../components/toast.tsx';
import { messageForPerson, write } from '../../../lib/api.ts';
import styles from './letter-web-page.module.css';

interface LetterWebPageProps {
  letterId: Letter['id'];
  page: NonNullable<Letter['webPage']>;
}

/** The letter's public web page: its link, and the button that closes or reopens it. */
export function LetterWebPage({ letterId, page: { url, open } }: LetterWebPageProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: () => write('POST', `/api/letters/${letterId}/web-page`, { open: !open }, letterSchema),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api/letters'] }),
    onError: (cause) => {
      console.error('The letter’s page could not be opened or closed', cause);
      toast({
        title: 'Nothing was changed',
        description: messageForPerson(cause, 'Please try again'),
        tone: 'error',
      });
    },
  });

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied' });
    } catch (cause) {
      console.info('The browser did not let us copy', cause);
      toast({ title: 'The link could not be copied', description: url, tone: 'error' });
    }
  }

  return (
    <section className={styles.page} aria-labelledby={`page-${letterId}`}>
      <h3 id={`page-${letterId}`}>The letter’s own page</h3>
      <p role="status" className={styles.state}>
        {open
          ? 'Whoever has this link can read the letter and print it, without an account. Only the link in the e-mail lets its reader answer.'
          : 'It is closed: whoever opens the link reads that you closed it. The e-mail that was sent stays theirs.'}
      </p>
      {open ? (
        <a className={styles.link} href={url} target="_blank" rel="noreferrer">
          {url}
          <Icon name="external" />
          <span className="vh">(opens in a new tab)</span>
        </a>
      ) : null}
      <div className={styles.actions}>
        {open ? (
          <Button variant="secondary" size="sm" onClick={copy}>
            <Icon name="link" />
            Copy link
          </Button>
        ) : null}
        <Button variant="secondary" size="sm" busy={change.isPending} onClick={() => change.mutate()}>
          {open ? 'Close this page' : 'Open it again'}
        </Button>
      </div>
    </section>
  );
}
