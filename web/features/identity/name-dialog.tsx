import { useState } from 'react';
import { joinSentences } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { keepText, keptText } from '../../lib/kept-text.ts';
import { language, t } from '../../lib/words.tsx';
import { NameForm } from './name-form.tsx';

interface NameDialogProps {
  /** why the name is asked for */
  description: string;
  onClose: () => void;
}

/** Asks for the sender's name in letters; optional. */
export function NameDialog({ description, onClose }: NameDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={t('What should your letters call you?')}
      description={joinSentences(
        [description, t('You can change it later on your account page.')],
        language(),
      )}
      width={520}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t('Not now')}
        </Button>
      }
    >
      <NameForm onSaved={onClose} />
    </Dialog>
  );
}

const ASKED_KEY = 'name-asked';

/** Asks a person without a name who signs in with Apple alone, once in a tab: Apple gives a name once or never. */
export function NameQuestion() {
  const [asked, setAsked] = useState(() => keptText(sessionStorage, ASKED_KEY) !== null);
  if (asked) return null;

  const close = () => {
    keepText(sessionStorage, ASKED_KEY, '1');
    setAsked(true);
  };
  return <NameDialog description={t('Apple gave us no name.')} onClose={close} />;
}
