import { afterEach, expect, it, vi } from 'vitest';
import { hookOfSignedIn } from '../../../../test/web/signed-in.tsx';
import { aFinishedLetter, aPhoto, memoryStorage } from '../../../../test/web/wizard.ts';
import type { WizardStores } from '../stores.ts';
import { createWizardStore } from '../wizard-store.ts';
import { useSendLetter } from './use-send-letter.ts';

afterEach(() => vi.unstubAllGlobals());

const user = {
  id: 5,
  firebaseUid: 'maren',
  email: 'maren@example.com',
  displayName: 'Maren',
  emailVerified: true,
};

it('a page that "Undo" brings back while the letter is sent stays, without the success step', async () => {
  const wizard = createWizardStore(memoryStorage(), 'maren');
  wizard.dispatch({ type: 'resumed', letter: aFinishedLetter() });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/users')) return Response.json(user);
    if (path === '/api/letters') return Response.json({ id: 7 });
    if (path !== '/api/letters/7/send') return new Response('', { status: 503 });
    wizard.dispatch({ type: 'photo-restored', photo: aPhoto(3), index: 2 });
    return Response.json({ status: 'queued' });
  });
  const drafts = { settle: async () => '00000000-0000-4000-8000-00000000000d' } as WizardStores['drafts'];
  const onSent = vi.fn();
  const { send } = hookOfSignedIn(() => useSendLetter({ wizard, drafts }, onSent));
  await send();
  expect(wizard.get().photos).toHaveLength(3);
  expect(wizard.get().intent?.letterId).toBe(7);
  expect(onSent).not.toHaveBeenCalled();
});
