import { browserName } from '../../../shared/browser-name.ts';
import { passkey } from '../../../shared/passkeys.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, messageForPerson, write } from '../../lib/api.ts';
import { ChunkLoadError, loadChunk } from '../../lib/chunk-load-error.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { say, t } from '../../lib/words.tsx';

/** Browsers keep passkeys, and a page for when there is no connection, on secure origins alone (W3C Secure Contexts). */
export const wantsHttps = () =>
  t(
    'Signing in with your face, finger or PIN, and opening these pages without a connection, need an address that begins with https. Whoever runs this one can set that up.',
  );

/** Adds this device to the account. `needsProof` is set when the sign-in is too old for that. */
export function useNewPasskey(onAdded?: () => void) {
  const invalidate = useInvalidation();
  const toast = useToast();
  const { run, busy, failure } = useAction('The device was not added', async () => {
    const { makePasskey } = await loadChunk(() => import('./passkey-ceremony.ts'));
    const response = await makePasskey();
    if (!response) return;
    const name = say(browserName(navigator.userAgent));
    await write('POST', '/api/passkeys', { response, name }, passkey);
    toast({ title: t('This device is set up'), description: t('Next time, it signs you in.') });
    await invalidate('passkeys');
    onAdded?.();
  });
  return {
    busy,
    failure: failure && sentenceOf(failure),
    needsProof: failure instanceof ApiFailure && failure.code === 'PROOF_NEEDED',
    add: run,
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ChunkLoadError) return t('Please load the page again.');
  if (error instanceof Error && error.name === 'PasskeyThere') return t('This device is set up already.');
  return messageForPerson(error, t('Please try again.'));
}
