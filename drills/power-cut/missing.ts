import { setTimeout as sleep } from 'node:timers/promises';
import type { Letter } from '../../shared/letters.ts';
import type { Acknowledged } from './correspondence.ts';

const WITHIN_MS = 120_000;

/** What was acknowledged and is not there, one line each; waits for what may still be under way. */
export async function missing(acknowledged: Acknowledged): Promise<string[]> {
  const { person, photos, letters, answers } = acknowledged;
  const lost: string[] = [];
  for (const photo of photos) {
    for (const size of ['display', 'mail', 'thumbnail']) {
      const status = await person.look(`${photo.replace('/uploads/', '/api/photo/')}?size=${size}`);
      if (status !== 200) lost.push(`photo ${photo} (${size}): ${status}`);
    }
  }
  for (const id of letters) {
    const status = await eventually(
      async () => (await person.call<Letter>('GET', `/api/letters/${id}`)).body.status,
      (now) => now === 'sent',
    );
    if (status !== 'sent') lost.push(`letter ${id}: ${status}`);
  }
  const there = await eventually(
    () => answerWords(acknowledged),
    (now) => answers.every(({ words }) => now.has(words)),
  );
  for (const { words } of answers) if (!there.has(words)) lost.push(`answer “${words}”`);
  const { body } = await person.call<{ credits: number }>('GET', `/api/users/${person.uid}`);
  // A send that was cut off before its answer may have been charged; an acknowledged one always is.
  const credits = 5 - letters.length;
  if (body.credits > credits || body.credits < credits - 1) {
    lost.push(`credits: ${body.credits} after ${letters.length} letters`);
  }
  return lost;
}

async function answerWords({ person, answers }: Acknowledged): Promise<Set<string>> {
  const bodies = new Set<string>();
  for (const from of new Set(answers.map((answer) => answer.from))) {
    const { body } = await person.call<{ body: string }[]>(
      'GET',
      `/api/replies?recipient=${encodeURIComponent(from)}`,
    );
    for (const reply of body) bodies.add(reply.body.trim());
  }
  return bodies;
}

async function eventually<Value>(
  read: () => Promise<Value>,
  done: (value: Value) => boolean,
): Promise<Value> {
  for (const end = performance.now() + WITHIN_MS; ; await sleep(200)) {
    const value = await read();
    if (done(value) || performance.now() > end) return value;
  }
}
