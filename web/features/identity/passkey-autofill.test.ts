import { afterEach, expect, it, vi } from 'vitest';
import { suggestPasskeys } from './passkey-autofill.ts';
import { awaitPasskey } from './passkey-ceremony.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('passkeys: what is given up while its challenge is fetched asks the browser for nothing', async () => {
  const over = new AbortController();
  const get = vi.fn();
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal('document', { querySelectorAll: () => ['the e-mail field'] });
  vi.stubGlobal('navigator', { credentials: { get } });
  vi.stubGlobal('fetch', async () => {
    over.abort();
    return Response.json({ challenge: 'AAAA' });
  });
  expect(await awaitPasskey(over.signal)).toBeNull();
  expect(get).not.toHaveBeenCalled();
});

it('passkeys: a hidden page is not listened to any more after giving up', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  const listens = vi.spyOn(page, 'addEventListener');
  const stops = vi.spyOn(page, 'removeEventListener');
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal('document', page);
  const giveUp = suggestPasskeys({ signIn: vi.fn(), failed: vi.fn() });
  await vi.waitFor(() => expect(listens).toHaveBeenCalledOnce());
  giveUp();
  expect(stops).toHaveBeenCalledWith('visibilitychange', listens.mock.calls[0]?.[1]);
});
