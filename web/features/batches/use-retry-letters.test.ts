import { afterEach, expect, it, vi } from 'vitest';
import { testLetter } from '../../../test/web/letter.ts';
import { ApiFailure } from '../../lib/api.ts';
import { retryEach } from './use-retry-letters.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers the calls in their order. @returns paths and idempotency keys that were asked */
function answering(...answers: (Response | Error)[]) {
  const asked: { id: string | undefined; key: string }[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ id: /letters\/(\d+)\//.exec(path)?.[1], key: headers['idempotency-key'] ?? '' });
    const answer = answers.shift() ?? new Error('One call too many');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return asked;
}

const sent = (id: number) => Response.json(testLetter({ id, status: 'queued' }));
const refused = (status: number) =>
  Response.json({ code: 'REFUSED', message: 'No.', requestId: 'x' }, { status });
const LETTERS = [{ id: 1 }, { id: 2 }, { id: 3 }];

it('retryEach: one that is refused does not hold up the others', async () => {
  const asked = answering(sent(1), refused(409), sent(3));
  const retried: number[] = [];
  const causes = await retryEach(LETTERS, {}, new Map(), ({ id }) => retried.push(id));
  expect(retried).toEqual([1, 3]);
  expect(causes).toEqual([expect.any(ApiFailure)]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
});

it('retryEach: ends at the first letter that is not paid for', async () => {
  const asked = answering(sent(1), refused(402));
  const causes = await retryEach(LETTERS, {}, new Map(), () => {});
  expect(asked.map(({ id }) => id)).toEqual(['1', '2']);
  expect(causes).toMatchObject([{ status: 402 }]);
});

it('retryEach: a wish keeps its key until its answer came, and has another afterwards', async () => {
  const keys = new Map<string, string>();
  const unreadable = () => new Response('not JSON');
  const asked = answering(unreadable(), sent(1), sent(1), sent(1));
  const again = (wish = {}) => retryEach([{ id: 1 }], wish, keys, () => {});
  expect(await again()).toHaveLength(1);
  expect(await again()).toEqual([]);
  await again();
  await again({ recipientEmail: 'ilse@example.org' });
  const [lost, repeated, next, other] = asked.map(({ key }) => key);
  expect(repeated).toBe(lost);
  expect(new Set([lost, next, other]).size).toBe(3);
});
