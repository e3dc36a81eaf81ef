import { sql } from 'drizzle-orm';
import type { AskedLink } from '../../server/core/jobs/jobs.ts';
import { mailLettersLink } from '../../server/pages/all-letters/mail-link.ts';
import { IdentityClient } from '../identity/identity-client.ts';
import type { TestProduct } from './test-product.ts';

/** Does the jobs that requests for links to all letters left, in their order. @returns how many there were */
export async function mailAskedLinks({ services }: TestProduct): Promise<number> {
  const { rows } = await services.db.execute<{ data: AskedLink }>(
    sql`with done as (delete from jobs.job where name = 'mail-letters-link' returning data, created_on)
      select data from done order by created_on`,
  );
  for (const { data } of rows) await mailLettersLink(services, data);
  return rows.length;
}

/** Paths of the links to all letters that were mailed to an address, the oldest first. */
export async function linksMailedTo(product: TestProduct, address: string): Promise<string[]> {
  const mails = await new IdentityClient(product).mailsTo(address);
  return mails.flatMap(({ text }) => /\/l\/all\/[\w-]+/.exec(text)?.[0] ?? []);
}
