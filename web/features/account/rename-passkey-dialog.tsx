import { type FormEvent, useId, useState } from 'react';
import { PASSKEY_NAME_CHARACTERS, type Passkey, passkey as passkeySchema } from '../../../shared/passkeys.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { messageForPerson, write } from '../../lib/api.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { p, t } from '../../lib/words.tsx';
import styles from './account.module.css';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useId();
  const invalidate = useInvalidation();
  const [name, setName] = useState(passkey.name);
  const [missing, setMissing] = useState(false);
  const { run, busy, failure } = useAction('The passkey was not renamed', async () => {
    await write('PATCH', `/api/passkeys/${passkey.id}`, { name }, passkeySchema);
    await invalidate('passkeys');
    onClose();
  });
  const problem = missing
    ? t('Please give it a name.')
    : failure
      ? messageForPerson(failure, t('Please try again.'))
      : null;

  const save = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim()) void run();
  };

  return (
    <Dialog
      onClose={onClose}
      title={t('Rename this device')}
      width={520}
      footer={
        <Button type="submit" form={form} busy={busy}>
          {t('Save')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={save}>
        <TextField
          label={p('of a device', 'Name')}
          error={problem}
          maxLength={PASSKEY_NAME_CHARACTERS}
          value={name}
          onText={setName}
        />
      </form>
    </Dialog>
  );
}
