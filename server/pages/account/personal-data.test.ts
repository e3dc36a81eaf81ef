import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { PERSONAL_DATA } from './personal-data.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** Tables with a column that names a person, and all that refer to them by a foreign key, however indirectly. */
const OF_A_PERSON = sql`
  with recursive personal as (
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attname in ('uid', 'owner_uid', 'owner', 'account_uid', 'user_id')
    union
    select k.conrelid from pg_constraint k join personal p on k.confrelid = p.oid where k.contype = 'f')
  select c.relname as name from pg_class c join personal using (oid) order by 1`;

it('personal data: every table whose rows belong to a person is declared by exactly one domain', async () => {
  const { rows } = await product.services.db.execute<{ name: string }>(OF_A_PERSON);
  const declared = PERSONAL_DATA.flatMap(({ tables }) => tables.map((table) => getTableConfig(table).name));
  expect(declared.sort()).toEqual(rows.map(({ name }) => name));
});
