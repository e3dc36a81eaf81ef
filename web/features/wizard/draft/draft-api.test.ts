import { afterEach, expect, it, vi } from 'vitest';
import { aFinishedLetter } from '../../../../test/web/wizard.ts';
import { setSession } from '../../../lib/api.ts';
import { draftApi } from './draft-api.ts';
import { draftFieldsOf } from './draft-sync.ts';

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const letter = '0192aaaa-0000-7000-8000-000000000001';

function saveWith(...answers: (Response | TypeError)[]) {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init);
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer;
  });
  const fields = draftFieldsOf(aFinishedLetter());
  if (!fields) throw new Error('The letter is no draft');
  return { sent, saved: draftApi.save(null, { ...fields, letter }) };
}

it('draft api: a save that is refused with 401 is sent once more with a renewed session', async () => {
  setSession({ uid: () => null, renew: async () => true });
  const { sent, saved } = saveWith(
    new Response('{}', { status: 401 }),
    new Response(JSON.stringify({ letter, version: 1 })),
  );
  await expect(saved).resolves.toEqual({ letter, version: 1 });
  expect(sent).toHaveLength(2);
});

it('draft api: a save outlives its page, and is not repeated without an answer', async () => {
  const { sent, saved } = saveWith(new TypeError('Failed to fetch'));
  await expect(saved).rejects.toThrow('Failed to fetch');
  expect(sent).toEqual([expect.objectContaining({ method: 'PUT', keepalive: true })]);
});

it('draft api: another version on the server is a conflict', async () => {
  const conflict = { code: 'DRAFT_CHANGED', message: 'It was changed elsewhere.', draft: null };
  const { saved } = saveWith(new Response(JSON.stringify(conflict), { status: 409 }));
  await expect(saved).rejects.toMatchObject({ name: 'DraftConflict', draft: null });
});
