import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Letter } from '../../shared/letters.ts';
import { localTimeOf } from '../../shared/zoned-time.ts';
import { startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { boughtCredits } from '../../test/support/bought-credits.ts';
import { type LetterWriter, letterRow, newLetterWriter } from '../../test/support/letter-writer.ts';
import { signInTo } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { findHold } from '../core/holds.ts';
import { findSetBack } from '../core/set-back.ts';
import { pauseSender } from '../letters/report/pause-sender.ts';
import { letters } from '../letters/schema.ts';
import { releaseScheduled } from '../letters/wait/release-letters.ts';
import { releaseOrDeleteSealed } from '../letters/wait/sealed-letters.ts';
import { mailDueGifts } from '../money/gifts/gift-mail.ts';
import { findAccount } from '../people/identity/accounts/data.ts';
import { users } from '../people/users/schema.ts';
import { startWorker } from '../worker.ts';
import { COMMANDS } from './cli/commands.ts';
import { runChecks } from './doctor/doctor.ts';
import { noteSeen } from './hold-restored.ts';

const log = pino({ level: 'silent' });
const SOON = { timeout: 60_000, interval: 100 };
let sink: Awaited<ReturnType<typeof startSmtpSink>>;
let product: TestProduct;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  sink = await startSmtpSink();
  product = await startTestProduct({ env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org' } });
});
afterEach(async () => {
  await product.close();
  await sink.close();
  vi.restoreAllMocks();
});

const command = (name: string, ...args: string[]) => {
  const found = COMMANDS[name];
  if (!found) throw new Error(`There is no command ${name}.`);
  return 'run' in found
    ? found.run(product.services, args)
    : found.runStandalone({ config: product.services.config, log }, args);
};
const doctor = async () => {
  const { config } = product.services;
  const dns = { resolveTxt: async () => [], resolveMx: async () => [] };
  const results = await runChecks({ config, log, dns, mailPort: 25, outside: {} });
  return results.filter(({ about }) => about === 'now').map(({ text }) => text);
};
/** Which sign-ins were ended since, the database does not know. */
const nobodyIsSignedIn = async () => {
  const open = sql`
    select 1 from sessions where revoked_at is null union all select 1 from refresh_tokens where revoked_at is null`;
  expect((await product.services.db.execute(open)).rows).toEqual([]);
};
const signInAgain = async ({ person }: LetterWriter) => {
  await nobodyIsSignedIn();
  const account = await findAccount(product.services.db, person.uid);
  if (account) Object.assign(person, await signInTo(product, account));
};
const subjects = () => sink.messages.map(({ raw }) => /^Subject: (.*)\r?$/im.exec(raw)?.[1]);

it('restored: nothing leaves until the release; then what may have left stays and its sender is asked', async () => {
  const writer = await newLetterWriter(product);
  const before = await writer.queued();
  const another = await newLetterWriter(product);
  for (const to of ['tom', 'runa']) await another.queued({ recipientEmail: `${to}@example.org` });
  const gift = { credits: 1, recipientName: 'Ilse', recipientEmail: 'ilse@example.org' };
  await boughtCredits(product, writer.person.userId, 5, 2);
  expect((await writer.call('POST', '/api/gifts', gift)).statusCode).toBe(200);
  await expect(command('release')).rejects.toThrow('Nothing is held');
  await expect(command('restored', 'yesterday')).rejects.toThrow('2026-05-04T03:10:00Z');
  const moment = new Date(Date.now() - 3_600_000).toISOString();
  await command('restored', moment);
  expect(await doctor()).toEqual([expect.stringContaining('npm run admin release')]);
  await signInAgain(writer);
  const worker = await startWorker(product.services);
  try {
    const after = await writer.queued({ recipientEmail: 'somebody.else@example.org' });
    const credits = (await writer.balance()) ?? 0;
    // Said again, as for the list of erasures: what was written since is new all the same.
    await command('restored', moment);
    await signInAgain(writer);
    // Long enough for the worker to look at the hold again.
    await new Promise((later) => setTimeout(later, 2_500));
    expect(sink.messages).toEqual([]);
    expect((await letterRow(product, before.id)).status).toBe('queued');

    await command('release');
    await vi.waitFor(async () => expect((await letterRow(product, after.id)).status).toBe('sent'), SOON);
    const asked = await letterRow(product, before.id);
    expect(asked).toMatchObject({ status: 'failed', statusReason: expect.stringContaining('may have left') });
    expect(await writer.balance()).toBe(credits + 1);
    // Its mail was dropped with the others, so it is told of anew.
    await mailDueGifts(product.services);
    await mailDueGifts(product.services);
    await vi.waitFor(() => expect(sink.messages).toHaveLength(4), SOON);
    expect(subjects()).toContain('Maren Oakes gave you a stamp');
    expect(subjects()).toContain('Did your letters arrive?');
    expect(subjects()).toContainEqual(expect.stringMatching(/^Did your letter to .* arrive\?$/));
    expect(await doctor()).toEqual([]);
    expect((await writer.call('POST', `/api/letters/${before.id}/retry`, {})).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await letterRow(product, before.id)).status).toBe('sent'), SOON);
  } finally {
    await worker.stop();
  }
});

it('restored: what may have left stays wherever it was moved on to meanwhile; a day that came meanwhile does not', async () => {
  const { db } = product.services;
  const inDays = (days: number) => ({
    arriveLocal: localTimeOf(new Date(Date.now() + days * 86_400_000), 'Europe/Paris'),
    arriveZone: 'Europe/Paris',
  });
  const arrivesNow = ({ id }: Pick<Letter, 'id'>) =>
    db.update(letters).set({ arriveAt: sql`now()` }).where(eq(letters.id, id));
  const writer = await newLetterWriter(product);
  const [passed, coming] = [await writer.queued({}, inDays(3)), await writer.queued({}, inDays(2))];
  await arrivesNow(passed);
  const paused = await newLetterWriter(product);
  const held = await paused.queued();
  await db.transaction((tx) => pauseSender(tx, product.services, paused.person.userId, 'operator'));
  const unconfirmed = await newLetterWriter(product, { displayName: 'Ilse', verified: false });
  const sealed = await unconfirmed.queued();
  await command('restored', new Date(Date.now() - 3_600_000).toISOString());

  await signInAgain(writer);
  expect(
    (await writer.call('PUT', `/api/letters/${passed.id}/arrival`, { arrival: inDays(4) })).statusCode,
  ).toBe(200);
  await arrivesNow(coming);
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, unconfirmed.person.userId));
  await db.transaction((tx) =>
    releaseOrDeleteSealed(tx, product.services, {
      uid: unconfirmed.person.uid,
      email: unconfirmed.person.uid,
      how: 'own session',
      first: true,
    }),
  );
  expect((await letterRow(product, sealed.id)).status).toBe('queued');
  await command('release');
  for (const [letter, status] of [
    [passed, 'failed'],
    [sealed, 'failed'],
    [held, 'unsent'],
  ] as const)
    expect(await letterRow(product, letter.id)).toMatchObject({
      status,
      statusReason: expect.stringContaining('may have left'),
    });
  await releaseScheduled(product.services);
  expect((await letterRow(product, coming.id)).status).toBe('queued');
});

it('restored: a standby that lacks one note took over, and a database of another installation is not older', async () => {
  const { db, storage } = product.services;
  const lose = (notes: number) =>
    db.execute(sql`
      update fleet_state set value = jsonb_set(value, '{number}', to_jsonb((value->>'number')::int - ${notes}::int)) where name = 'seen'`);
  const note = async () => {
    await noteSeen(product.services);
    return (await findHold(db, 'restored')) !== null;
  };
  for (let n = 0; n < 3; n++) expect(await note()).toBe(false);
  // Cut off between the two, as by kill -9, and several workers that begin at once.
  const put = vi.spyOn(storage, 'put').mockRejectedValue(new Error('cut off'));
  for (let n = 0; n < 5; n++) await expect(note()).rejects.toThrow('cut off');
  put.mockRestore();
  expect(await Promise.all(Array.from({ length: 20 }, note))).not.toContain(true);
  expect(await note()).toBe(false);
  await lose(1);
  expect(await note()).toBe(false);
  // What was noted before it is not forgotten.
  await lose(2);
  expect(await findSetBack(product.services)).not.toBeNull();
  const seen = async () => text((await storage.read('installation/seen')).stream);
  const mark = await seen();
  expect(await note()).toBe(true);
  expect(await seen()).toBe(mark);
  await command('release');
  expect(await findSetBack(product.services)).toBeNull();

  await storage.put(
    'installation/seen',
    Buffer.from(JSON.stringify({ ...JSON.parse(mark), id: 'another', number: 1e9 })),
  );
  expect(await note()).toBe(false);
  // As the version before wrote it, and as a database of then has it.
  await storage.put('installation/seen', Buffer.from(JSON.stringify({ at: new Date() })));
  expect(await note()).toBe(false);
  await db.execute(sql`update fleet_state set value = '{}' where name = 'seen'`);
  expect(await note()).toBe(true);
});

it('restored: a database that was set back by other means is held, once storage answers and while it works', async () => {
  const { db, queue, storage } = product.services;
  const setBack = () =>
    db.execute(sql`
      update fleet_state set value = jsonb_set(value, '{number}', to_jsonb((value->>'number')::int - 2)) where name = 'seen'`);
  const heldFor = async () => (await findHold(db, 'restored'))?.reason;
  await noteSeen(product.services);
  expect(await heldFor()).toBeUndefined();
  await newLetterWriter(product);
  await setBack();
  const read = vi.spyOn(storage, 'read').mockRejectedValue(new Error('storage does not answer'));
  const work = vi.spyOn(queue, 'work');
  const rest = vi.spyOn(queue, 'endLoops');
  const worker = await startWorker(product.services);
  try {
    expect(await heldFor()).toBeUndefined();
    read.mockRestore();
    await vi.waitFor(async () => expect(await heldFor()).toContain('had come to'), SOON);
    await nobodyIsSignedIn();
    expect(work).not.toHaveBeenCalled();
    await command('release');
    expect(await findSetBack(product.services)).toBeNull();
    await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), SOON);

    await setBack();
    await noteSeen(product.services);
    expect(await findSetBack(product.services)).not.toBeNull();
    await vi.waitFor(() => expect(rest.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]), SOON);
    const letter = await (await newLetterWriter(product)).queued();
    await new Promise((later) => setTimeout(later, 1_000));
    expect((await letterRow(product, letter.id)).status).toBe('queued');
    await command('release');
    await vi.waitFor(async () => expect((await letterRow(product, letter.id)).status).toBe('sent'), SOON);
  } finally {
    await worker.stop();
  }
});
