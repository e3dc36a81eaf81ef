import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations.ts';
import type { TestDatabase } from '../../test/support/test-cluster.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { type OpenDatabase, openDatabase, type Transaction } from './db/database.ts';
import { claimLead, endTurn, readTurns, repeatTurn, takeTurn } from './leader.ts';

let place: TestDatabase;
let database: OpenDatabase;
beforeAll(async () => {
  place = await createTestDatabase();
  database = openDatabase({ connectionString: place.url }, () => {});
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

/** Does something so many seconds after what was noted; within a transaction the time stands still. */
const after = <Result>(seconds: number, act: (tx: Transaction) => Promise<Result>) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`update fleet_state set at = now() - make_interval(secs => ${seconds})`);
    return act(tx);
  });
const sweep = (tx: Transaction) => takeTurn(tx, 'sweep', MINUTE_MS);

it('leader: one process of the fleet leads until it is silent', async () => {
  const { db } = database;
  expect(await Promise.all([claimLead(db, 'one'), claimLead(db, 'two')])).toContain(false);
  const [leader, other] = (await claimLead(db, 'one')) ? ['one', 'two'] : ['two', 'one'];
  expect(await after(29, (tx) => claimLead(tx, other))).toBe(false);
  expect(await after(29, (tx) => claimLead(tx, leader))).toBe(true);
  expect(await after(31, (tx) => claimLead(tx, other))).toBe(true);
  expect(await after(0, (tx) => claimLead(tx, leader))).toBe(false);
  // Noted while the clock was ahead.
  expect(await after(-61, (tx) => claimLead(tx, leader))).toBe(true);
});

it('leader: each turn is taken once, again when its time has come, and sooner after it failed', async () => {
  const { db } = database;
  const turns = () => Promise.all([1, 2, 3].map(() => takeTurn(db, 'sweep', HOUR_MS)));
  expect((await turns()).filter(Boolean)).toHaveLength(1);
  await after(3_601, async () => {});
  expect((await turns()).filter(Boolean)).toHaveLength(1);
  expect(await after(59, sweep)).toBe(false);
  expect(await after(61, sweep)).toBe(true);
  expect(await after(-61, sweep)).toBe(true);

  const secondsAfterFailure = (every: number) =>
    after(7, async (tx) => {
      await repeatTurn(tx, 'sweep', every);
      return Math.round(((await readTurns(tx)).get('sweep')?.age ?? 0) / 1_000);
    });
  expect(await secondsAfterFailure(HOUR_MS)).toBe(55 * 60);
  expect(await secondsAfterFailure(MINUTE_MS)).toBe(7);
});

it('leader: a turn whose process ended midway is taken up once by the next leader', async () => {
  const { db } = database;
  const take = (holder: string) => takeTurn(db, 'count', HOUR_MS, holder);
  const isAbandoned = async () => (await readTurns(db, 'three')).get('count')?.isAbandoned;
  expect(await take('one')).toBe(true);
  expect(await take('one')).toBe(false);
  expect(await isAbandoned()).toBe(true);
  expect(await take('two')).toBe(true);
  expect(await take('three')).toBe(false);
  expect(await isAbandoned()).toBe(false);

  await after(3_601, async () => {});
  expect(await take('one')).toBe(true);
  await endTurn(db, 'count', 'another');
  expect(await isAbandoned()).toBe(true);
  await endTurn(db, 'count', 'one');
  expect(await isAbandoned()).toBe(false);
  expect(await take('two')).toBe(false);
});
