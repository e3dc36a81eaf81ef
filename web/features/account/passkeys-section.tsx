import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  PASSKEY_NAME_CHARACTERS,
  PASSKEYS_EACH,
  type Passkey,
  passkeyList,
  passkey as passkeySchema,
} from '../../../shared/passkeys.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toast.tsx';
import { fieldProblem, write } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk-load-error.ts';
import { queryOf, useInvalidation } from '../../lib/queries.ts';
import { remove } from '../../lib/remove.ts';
import { useAction } from '../../lib/use-action.ts';
import { p, t } from '../../lib/words.tsx';
import { useNewPasskey } from '../identity/use-new-passkey.ts';
import { usePerson } from '../identity/use-person.ts';
import { HeldList, MaySetUp, SetUp } from './held-list.tsx';
import { ProofDialog } from './proof-dialog.tsx';

export function PasskeysSection() {
  const { uid } = usePerson();
  const toast = useToast();
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const query = useQuery({ ...queryOf('/api/passkeys', passkeyList), gcTime: 0 });

  const forget = async ({ id, name }: Passkey) => {
    await remove(`/api/passkeys/${id}`);
    toast({ title: t('Removed'), description: t('{device} signs nobody in any more.', { device: name }) });
    // Read again: the browser forgets passkeys that are not named to it, and one may have been set up elsewhere.
    const { data: left, isSuccess } = await query.refetch();
    if (!isSuccess) return;
    const { keepPasskeys } = await loadChunk(() => import('../identity/passkey-ceremony.ts'));
    await keepPasskeys(
      uid,
      left.map(({ credentialId }) => credentialId),
    );
  };

  return (
    <>
      <p>
        {t(
          'A device that you set up here signs you in, with nothing to type. If you lose it, remove it here: a link by mail always lets you in.',
        )}
      </p>
      <HeldList query={query} failure={t('We could not look up which devices are set up')}>
        {(passkey) => (
          <SetUp
            key={passkey.id}
            thing={passkey}
            remove={forget}
            action={
              <Button
                variant="quiet"
                size="sm"
                aria-label={t('Rename {device}', { device: passkey.name })}
                onClick={() => setRenaming(passkey)}
              >
                {t('Rename')}
              </Button>
            }
          />
        )}
      </HeldList>
      <MaySetUp full={(query.data?.length ?? 0) >= PASSKEYS_EACH}>
        <NewPasskey />
      </MaySetUp>
      {renaming ? <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} /> : null}
    </>
  );
}

function NewPasskey() {
  const { hasPassword } = usePerson();
  const { busy, failure, needsProof, add } = useNewPasskey();
  const [mayAsk, setMayAsk] = useState(true);
  const addThis = () => {
    setMayAsk(true);
    return add();
  };
  if (globalThis.PublicKeyCredential === undefined)
    return <p className="dim sm">{t('This browser can not do it. Another one may.')}</p>;
  const asksPassword = mayAsk && needsProof && hasPassword;
  return (
    <>
      <Button variant="secondary" size="sm" busy={busy} onClick={addThis}>
        {t('Set up this device')}
      </Button>
      <Failure error={asksPassword ? null : failure} what={t('Not set up.')} />
      {asksPassword ? <ProofDialog onClose={() => setMayAsk(false)} onProved={addThis} /> : null}
    </>
  );
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const invalidate = useInvalidation();
  const [name, setName] = useState(passkey.name);
  const { run, busy, failure } = useAction('The passkey was not renamed', async () => {
    await write('PATCH', `/api/passkeys/${passkey.id}`, { name }, passkeySchema);
    await invalidate('passkeys');
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('Rename this device')}
      submit={t('Save')}
      busy={busy}
      onSubmit={() => run()}
    >
      <TextField
        label={p('of a device', 'Name')}
        error={failure ? fieldProblem(failure, 'name', t('Please try again.')) : null}
        maxLength={PASSKEY_NAME_CHARACTERS}
        value={name}
        onText={setName}
      />
    </FormDialog>
  );
}
