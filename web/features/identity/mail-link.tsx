import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../lib/words.tsx';
import { mailSignInLink } from './mailed-sign-in.ts';
import { useIdentityAction } from './use-identity-form.ts';

/** A button that mails a sign-in link to whoever was signed in here. It gets the focus, since it is the next step. */
export function MailLink({ email }: { email: string }) {
  const { busy, failure, run } = useIdentityAction();
  const [sent, setSent] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => focusOnceUncovered(button.current), []);
  const mail = () =>
    run({
      act: async (identity) => {
        await mailSignInLink(identity, email);
        // The button, which has the focus, is removed.
        flushSync(() => setSent(true));
        place.current?.focus();
      },
      log: 'No link was mailed',
      failed: t('Link not sent'),
      fallback: msg('We could not send the link. Please try again.'),
    });
  return (
    <div ref={place} className="mt3" tabIndex={-1} aria-live="polite">
      {sent ? (
        <p>
          {t('A link is on its way to {email}. Open it soon, in this browser: it works once.', { email })}
        </p>
      ) : null}
      {failure ? <p>{failure}</p> : null}
      {sent ? null : (
        <Button ref={button} size="sm" busy={busy} onClick={mail}>
          {t('Mail me a link that signs me in')}
        </Button>
      )}
    </div>
  );
}

/** Focuses an element, as soon as the warm-up does not cover the page any more. @returns ends the wait */
function focusOnceUncovered(element: HTMLElement | null): (() => void) | undefined {
  const covered = element?.closest<HTMLElement>('[inert]');
  if (!covered) {
    element?.focus();
    return;
  }
  const observer = new MutationObserver(() => {
    if (covered.inert) return;
    observer.disconnect();
    element?.focus();
  });
  observer.observe(covered, { attributeFilter: ['inert'] });
  return () => observer.disconnect();
}
