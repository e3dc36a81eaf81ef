import { type FormEvent, useState } from 'react';
import { simulateReplyResponse } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmailField, TextArea } from '../../../components/text-field.tsx';
import { messageForPerson, write } from '../../../lib/api.ts';
import { useClientConfig } from '../../../lib/client-config.tsx';
import { useKeyDown } from '../../../lib/listen.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import styles from './simulate-reply-dialog.module.css';

interface SimulateReplyProps {
  conversationId: string;
  recipientEmail: string;
}

/** Where test routes are on, Alt+Shift+R opens the dialog; no visible button does (spec section 2). */
export function SimulateReplyShortcut(props: SimulateReplyProps) {
  const { testRoutes } = useClientConfig();
  const [open, setOpen] = useState(false);
  useKeyDown(({ altKey, shiftKey, code }) => {
    // `code`, not `key`: with Alt some keyboard layouts produce another character.
    if (testRoutes && altKey && shiftKey && code === 'KeyR') setOpen(true);
  });
  return open ? <SimulateReplyDialog {...props} onClose={() => setOpen(false)} /> : null;
}

interface DialogProps extends SimulateReplyProps {
  onClose: () => void;
}

/** For tests: makes the server receive a mail as if the recipient had replied. */
function SimulateReplyDialog({ conversationId, recipientEmail, onClose }: DialogProps) {
  const invalidate = useInvalidation();
  const [from, setFrom] = useState(recipientEmail);
  const [body, setBody] = useState('');
  const { run, busy, failure } = useAction('The reply was not simulated', async () => {
    const asked = { conversationId, fromEmail: from, body };
    await write('POST', '/api/test/simulate-reply', asked, simulateReplyResponse);
    await invalidate('answer');
    onClose();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void run();
  }

  return (
    <Dialog onClose={onClose} title={t('Simulate Reply')} width={560} holdsWork>
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailField label={t('From')} value={from} onText={setFrom} />
        <TextArea
          label={t('Reply')}
          error={failure ? messageForPerson(failure, t('The reply could not be simulated.')) : null}
          rows={6}
          value={body}
          onText={setBody}
        />
        <Button type="submit" busy={busy} disabled={body.trim() === ''}>
          {t('Simulate Reply')}
        </Button>
      </form>
    </Dialog>
  );
}
