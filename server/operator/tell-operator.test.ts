import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userWithCredits } from '../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { noteAway } from '../core/away.ts';
import { claimLead } from '../core/leader.ts';
import { count, limit } from '../core/rate-limit.ts';
import { setAsideJobs } from '../core/schema.ts';
import { letterReports } from '../letters/schema.ts';
import { recordFigures } from './metrics/figures.ts';
import { tellOperator, tellOperatorOfWeek } from './tell-operator.ts';
import { findTroubles, LASTS_MS } from './troubles.ts';

let product: TestProduct;
beforeEach(async () => {
  product = await startTestProduct({ env: { OPERATOR_EMAIL: 'operator@example.org' } });
  // The disk of the machine that tests run on may be full, which is told here.
  clock = Date.now();
  await tell();
  await product.services.db.execute(sql`delete from rate_counters`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await product.close();
});

async function mails(): Promise<{ subject: string; text: string }[]> {
  const { rows } = await product.services.db.execute<{ subject: string; text: string }>(sql`
    select data->>'subject' as subject, data->>'text' as text from jobs.job
    where name = 'send-mail' and data->'to'->>'address' = 'operator@example.org' order by created_on`);
  return rows;
}
let clock: number;
/** After a look, and what is told half a minute later. */
const tell = async () => {
  const before = (await mails()).length;
  await tellOperator(product.services, clock);
  clock += LASTS_MS;
  await tellOperator(product.services, clock);
  return (await mails()).slice(before);
};
const setAside = (name: string) =>
  product.services.db
    .insert(setAsideJobs)
    .values({ id: crypto.randomUUID(), name, subject: crypto.randomUUID(), data: {}, deaths: 2 });

it('operator: each trouble is told once when it begins and once when it is over, with the command', async () => {
  const { db, storage } = product.services;
  expect(await tell()).toEqual([]);
  await setAside('send-letter');
  const away = vi.spyOn(storage, 'check').mockRejectedValue(new Error('The bucket is down.'));
  const begun = await tell();
  expect(begun).toHaveLength(1);
  expect(begun[0]?.subject).toBe('Slow Letters: Storage does not answer or cannot be written');
  expect(begun[0]?.text).toContain('1 send-letter jobs are set aside');
  expect(begun[0]?.text).toContain('npm run admin queue');
  expect(await tell()).toEqual([]);
  away.mockRestore();
  await db.delete(setAsideJobs);
  const over = await tell();
  expect(over).toHaveLength(1);
  expect(over[0]?.text).toMatch(/Over \(it began .*\): Storage does not answer/);
  expect(over[0]?.text).toMatch(/Over \(it began .*\): 1 send-letter jobs/);
  expect(await tell()).toEqual([]);
});

it('operator: pauses beyond a day’s mails are a trouble, so that made-up ones hide no real one', async () => {
  const { db } = product.services;
  const daily = limit('alerts of pauses', null);
  await count(db, daily, daily.most);
  expect(await tell()).toEqual([]);
  await count(db, daily);
  const [told] = await tell();
  expect(told?.text).toContain('npm run admin senders');
});

it('operator: a report beyond a day’s mails is a trouble, also where the made-up ones before it are closed', async () => {
  const { db } = product.services;
  const daily = limit('alerts of reports', null);
  await db
    .insert(letterReports)
    .values({ senderHash: 's', recipientHash: 'r', origin: 'page', reason: 'fraud' });
  await recordFigures(db);
  await count(db, daily, daily.most);
  expect(await tell()).toEqual([]);
  await count(db, daily);
  expect((await tell())[0]?.text).toContain('npm run admin reports');
});

it('operator: a trouble is told after half a minute unbroken, and is over after half a minute without it', async () => {
  const { db, services } = { ...product, db: product.services.db };
  const at = async (seconds: number) => {
    const before = (await mails()).length;
    await tellOperator(services, clock + seconds * 1_000);
    return (await mails()).length - before;
  };
  await setAside('send-letter');
  expect(await at(0)).toBe(0);
  expect(await at(29)).toBe(0);
  await db.delete(setAsideJobs);
  expect(await at(30)).toBe(0);
  await setAside('send-letter');
  expect(await at(31)).toBe(0);
  expect(await at(60)).toBe(0);
  expect(await at(61)).toBe(1);
  await db.delete(setAsideJobs);
  expect(await at(70)).toBe(0);
  await setAside('send-letter');
  expect(await at(80)).toBe(0);
  await db.delete(setAsideJobs);
  expect(await at(109)).toBe(0);
  expect(await at(110)).toBe(1);
});

it('operator: that no worker leads any more is on the list, which /status and doctor show', async () => {
  const { db } = product.services;
  const isListed = async () => (await findTroubles(product.services)).some(({ kind }) => kind === 'workers');
  expect(await isListed()).toBe(false);
  await claimLead(db);
  expect(await isListed()).toBe(false);
  await db.execute(sql`update fleet_state set at = now() - interval '31 s' where name = 'leader'`);
  expect(await isListed()).toBe(true);
});

it('operator: a disk that cannot be read is a trouble, and hides no other', async () => {
  const { services } = product;
  await setAside('send-letter');
  const config = { ...services.config, DATA_DIR: '/dev/null/letters' };
  const kinds = (await findTroubles({ ...services, config })).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['disk', 'jobs set aside: send-letter']));
});

it('operator: a trouble that was first noted by a clock ahead is told, and its end', async () => {
  const { db, services } = { ...product, db: product.services.db };
  await setAside('send-letter');
  await tellOperator(services, clock + 24 * 3_600_000);
  expect(await tell()).toHaveLength(1);
  await tellOperator(services, clock + 24 * 3_600_000);
  await db.delete(setAsideJobs);
  expect(await tell()).toHaveLength(1);
});

it('operator: a mail server that takes nothing is told with what it said, and since when', async () => {
  const { db } = product.services;
  await noteAway(
    db,
    'mail server',
    { failures: 1, since: new Date(), response: '421 4.3.2 later' },
    5,
    false,
  );
  const [mail] = await tell();
  expect(mail?.text).toMatch(/The mail server takes nothing since .* UTC \(421 4\.3\.2 later\)/);
  expect(mail?.text).toContain('npm run admin doctor');
});

it('operator: a trouble that comes and goes makes six mails a day, others have their own, and what lasts is told the next day', async () => {
  const { db } = product.services;
  let told = 0;
  for (let n = 0; n < 5; n++) {
    await setAside('send-letter');
    told += (await tell()).length;
    await db.delete(setAsideJobs);
    told += (await tell()).length;
  }
  expect(told).toBe(6);
  await setAside('relay-reply');
  expect((await tell())[0]?.text).toContain('relay-reply jobs are set aside');
  await setAside('send-letter');
  expect(await tell()).toEqual([]);
  await db.execute(sql`delete from rate_counters`);
  expect((await tell())[0]?.text).toContain('send-letter jobs are set aside');
});

it('operator: an old backup and letters that do not arrive are told; the week has figures and no names', async () => {
  const { db } = product.services;
  const person = await userWithCredits(product, { displayName: 'Maren Plumstone' });
  await db.execute(sql`insert into audit_entries (actor, action, subject, outcome, at)
    values ('root', 'backup', 'snapshot', 'done', now() - interval '30 hours')`);
  await recordFigures(db);
  expect((await tell())[0]?.text).toContain(
    'The last backup to the folder is 30 hours old: npm run admin backup.',
  );
  await tellOperatorOfWeek(product.services);
  const week = (await mails()).at(-1);
  expect(week?.subject).toContain('the week in figures');
  expect(week?.text).toContain('New people: 1.');
  expect(week?.text).not.toMatch(new RegExp(`Plumstone|${person.email}`));
});
