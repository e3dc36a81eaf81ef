/** Goes on after an item that fails. @throws {AggregateError} of all failures, at the end */
export async function eachInTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}
