const turns = new Map<string, Promise<void>>();

/**
 * Runs a person's writes one after the other within this process, in the order in which they came. They would wait
 * for one another in the database anyway, on the person's row, and each would hold a connection meanwhile: a
 * thousand presses of one person would leave none for anybody else.
 */
export async function withUserMutex<Answer>(uid: string, write: () => Promise<Answer>): Promise<Answer> {
  const before = turns.get(uid) ?? Promise.resolve();
  const { promise: mine, resolve: done } = Promise.withResolvers<void>();
  turns.set(uid, mine);
  await before;
  try {
    return await write();
  } finally {
    if (turns.get(uid) === mine) turns.delete(uid);
    done();
  }
}
