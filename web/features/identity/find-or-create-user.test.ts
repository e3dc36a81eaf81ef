import { afterEach, expect, it, vi } from 'vitest';
import { findOrCreateUser } from './find-or-create-user.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('user record: it is read although the time zone could not be told', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const record = { id: 5, firebaseUid: 'maren', email: 'maren@example.com', displayName: '' };
  const fetched = vi.fn(async (_path: string, { method }: RequestInit) =>
    method === 'POST'
      ? new Response('', { status: 503 })
      : Response.json({ ...record, credits: 3, emailVerified: true, timeZone: 'Atlantis/Poseidonis' }),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await findOrCreateUser('maren', 'maren@example.com', '')).toMatchObject({ id: 5, credits: 3 });
  expect(fetched).toHaveBeenCalledTimes(2);
});
