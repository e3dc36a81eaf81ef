const lastWrites = new Map<string, Promise<void>>();

/** Milliseconds after which the next write of a user no longer waits for one that hangs. */
const HUNG_AFTER_MS = 3_000;

/** Runs a user's writes one after the other: else each would wait for the user's row and keep a connection. */
export async function withUserMutex<Answer>(
  uid: string,
  write: () => Promise<Answer>,
  hungAfter = HUNG_AFTER_MS,
): Promise<Answer> {
  const before = lastWrites.get(uid) ?? Promise.resolve();
  const { promise: mine, resolve: done } = Promise.withResolvers<void>();
  lastWrites.set(uid, mine);
  await before;
  const hung = setTimeout(done, hungAfter);
  try {
    return await write();
  } finally {
    clearTimeout(hung);
    if (lastWrites.get(uid) === mine) lastWrites.delete(uid);
    done();
  }
}
