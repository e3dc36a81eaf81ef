import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { T, t } from '../../lib/words.tsx';
import type { Sender } from './letter-mail.ts';

const NameDialog = lazyDialog(async () => (await import('../identity/name-dialog.tsx')).NameDialog);

/** Signing up by e-mail asks for no name: says that it was derived from the address, with a button to set one. */
export function OwnName({ sender, className }: { sender: Sender; className?: string | undefined }) {
  const [asking, setAsking] = useState(false);
  if (!sender.guessed && !asking) return null;
  return (
    <p className={className}>
      <Sentences>
        <T
          text="It is signed {name}, which we guessed from your address."
          name={<b dir="auto">{sender.name}</b>}
        />
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('Sign it with another name')}
        </Button>
      </Sentences>
      {asking ? (
        <NameDialog
          description={t('It stands on the envelope and in the letter.')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </p>
  );
}
