import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passkey } from '../../../shared/passkeys.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, messageForPerson, write } from '../../lib/api.ts';
import { ChunkLoadError, loadChunk } from '../../lib/chunk-load-error.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { t } from '../../lib/words.tsx';

export const PASSKEYS_KEY = ['passkeys'];

/** Adds this device to the account. `needsProof` is set when the sign-in is too old for that. */
export function useNewPasskey() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useWordedState<string | null>(null);
  const [needsProof, setNeedsProof] = useState(false);

  /** @returns whether it was added */
  const add = async (name: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    setNeedsProof(false);
    try {
      const { makePasskey } = await loadChunk(() => import('./passkey-ceremony.ts'));
      const response = await makePasskey();
      if (!response) return false;
      await write('POST', '/api/passkeys', { response, name }, passkey);
      toast({ title: t('This device is set up'), description: t('Next time, it signs you in.') });
      await queryClient.invalidateQueries({ queryKey: PASSKEYS_KEY });
      return true;
    } catch (error) {
      console.error('The device was not added', error);
      setNeedsProof(error instanceof ApiFailure && error.code === 'PROOF_NEEDED');
      setFailure(sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, needsProof, add, forgetProof: () => setNeedsProof(false) };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ChunkLoadError) return t('Please load the page again.');
  if (error instanceof Error && error.name === 'PasskeyThere') return t('This device is set up already.');
  return messageForPerson(error, t('Please try again.'));
}
