/** @returns how often `work` counted in all, and at most in one turn of the event loop */
export async function mostInATurn<Result>(work: (count: () => void) => Promise<Result>) {
  let [all, before, most] = [0, 0, 0];
  const look = () => {
    most = Math.max(most, all - before);
    before = all;
  };
  let next = setImmediate(function turn() {
    look();
    next = setImmediate(turn);
  });
  try {
    const result = await work(() => {
      all += 1;
    });
    look();
    return { result, all, most };
  } finally {
    clearImmediate(next);
  }
}
