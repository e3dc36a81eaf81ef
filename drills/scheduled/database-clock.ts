import { sql } from 'drizzle-orm';
import type { Services } from '../../server/core/services.ts';

/** Sets the clock by which the product's processes plan, that of their database, as if its machine's had been set. */
export interface DatabaseClock {
  /** @param hours from the right time */
  set(hours: number): Promise<void>;
}

/**
 * Puts a `now()` of its own before PostgreSQL's for all connections that begin after this. Defaults of columns, which were
 * bound before, keep the right time.
 */
export async function takeDatabaseClock({ db }: Pick<Services, 'db'>): Promise<DatabaseClock> {
  await db.execute(sql`create schema clock`);
  await db.execute(sql`create table clock.ahead (hours float8 not null)`);
  await db.execute(sql`insert into clock.ahead values (0)`);
  await db.execute(sql`
    create function clock.now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() + make_interval(secs => hours * 3600) from clock.ahead $$`);
  await db.execute(sql`
    do $$ begin execute format('alter database %I set search_path = clock, pg_catalog, public', current_database()); end $$`);
  return { set: async (hours) => void (await db.execute(sql`update clock.ahead set hours = ${hours}`)) };
}
