import { type FormEvent, useState } from 'react';
import { PASSKEY_NAME_CHARACTERS, type Passkey, passkey as passkeySchema } from '../../../shared/passkeys.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { messageForPerson, write } from '../../lib/api.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { p, t } from '../../lib/words.tsx';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
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
    <FormDialog
      onClose={onClose}
      title={t('Rename this device')}
      submit={t('Save')}
      busy={busy}
      onSubmit={save}
    >
      <TextField
        label={p('of a device', 'Name')}
        error={problem}
        maxLength={PASSKEY_NAME_CHARACTERS}
        value={name}
        onText={setName}
      />
    </FormDialog>
  );
}
