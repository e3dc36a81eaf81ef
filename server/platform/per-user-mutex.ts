const lastWrites = new Map<string, Promise<void>>();

/**
 * Runs the writes of one user one after the other within this process, in order. They would wait for each other on the
 * user's row in the database anyway, each holding a connection: a thousand requests of one user would take all of them.
 */
export async function withUserMutex<Answer>(uid: string, write: () => Promise<Answer>): Promise<Answer> {
  const before = lastWrites.get(uid) ?? Promise.resolve();
  const { promise: mine, resolve: done } = Promise.withResolvers<void>();
  lastWrites.set(uid, mine);
  await before;
  try {
    return await write();
  } finally {
    if (lastWrites.get(uid) === mine) lastWrites.delete(uid);
    done();
  }
}
