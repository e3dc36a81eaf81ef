import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { openDatabase } from './db/database.ts';
import { agesOfTurns, claimLead, takeTurn } from './leader.ts';

it('leader: one process of the fleet leads until it is silent, and each turn is taken once', async () => {
  const place = await createTestDatabase();
  const { db, close } = openDatabase({ connectionString: place.url }, () => {});
  const later = (seconds: number) =>
    db.execute(sql`update fleet_state set at = at - make_interval(secs => ${seconds})`);
  try {
    expect(await Promise.all([claimLead(db, 'one'), claimLead(db, 'two')])).toContain(false);
    const [leader, other] = (await claimLead(db, 'one')) ? ['one', 'two'] : ['two', 'one'];
    await later(20);
    expect([await claimLead(db, other), await claimLead(db, leader)]).toEqual([false, true]);
    await later(31);
    expect([await claimLead(db, other), await claimLead(db, leader)]).toEqual([true, false]);

    const turns = () => Promise.all([1, 2, 3].map(() => takeTurn(db, 'sweep', 60_000)));
    expect((await turns()).filter(Boolean)).toHaveLength(1);
    expect(await takeTurn(db, 'sweep', 60_000)).toBe(false);
    expect((await agesOfTurns(db)).get('sweep')).toBeLessThan(60_000);
    await later(61);
    expect((await turns()).filter(Boolean)).toHaveLength(1);
  } finally {
    await close();
    await place.drop();
  }
});
