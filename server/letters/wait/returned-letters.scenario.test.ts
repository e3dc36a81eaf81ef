import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../shared/credits.ts';
import type { Letter } from '../../../shared/letters.ts';
import { localTimeOf } from '../../../shared/zoned-time.ts';
import { smtpReply } from '../../../test/stand-ins/smtp-sink.ts';
import { type LetterWriter, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { testMailing } from '../../../test/support/test-mailing.ts';
import { eraseAccount } from '../../pages/account/erase-account.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { letterReturns, letters } from '../schema.ts';
import { returnExpired } from './return-expired.ts';
import { releaseOrDeleteSealed } from './sealed-letters.ts';

const mailing = testMailing();
let maren: LetterWriter;
beforeEach(async () => {
  maren = await newLetterWriter(mailing.product);
});

const zone = 'Europe/Paris';
const tomorrow = () => ({
  arriveLocal: localTimeOf(new Date(Date.now() + 86_400_000), zone),
  arriveZone: zone,
});
const takenBack = async () => {
  const letter = await maren.queued({}, tomorrow());
  expect((await maren.call('DELETE', `/api/letters/${letter.id}/arrival`)).statusCode).toBe(200);
  return letter;
};
const refused = async (letter: Pick<Letter, 'id'>) => {
  mailing.refusal = smtpReply(550, '5.1.1 no such user');
  await deliverLetter(mailing.product.services, letter.id);
  mailing.refusal = null;
};
/** The oldest first, without the credits that she began with. */
const ledger = async (writer = maren) => {
  const page = (await writer.call('GET', '/api/ledger')).json<{ entries: LedgerEntry[] }>();
  return page.entries
    .toReversed()
    .map(({ title, detail }) => (detail ? `${title}: ${detail}` : title))
    .slice(1);
};
const TAKEN_BACK = 'Given back: letter to Ilse Brandt: You took it back before it left.';
const UNDELIVERED = 'Given back: letter to Ilse Brandt: It could not be delivered, so it costs nothing.';

it('ledger: a letter that was taken back says so, and keeps its name once it lies on the desk', async () => {
  const letter = await takenBack();
  const entries = ['Letter to Ilse Brandt', TAKEN_BACK];
  expect(await ledger()).toEqual(entries);
  expect((await maren.call('POST', `/api/letters/${letter.id}/desk`)).statusCode).toBe(200);
  expect((await maren.call('GET', `/api/letters/${letter.id}`)).statusCode).toBe(404);
  expect(await ledger()).toEqual(entries);
  const other = await newLetterWriter(mailing.product);
  expect(await ledger(other)).toEqual([]);
});

it('ledger: each return of a letter says why, also after it was sent again', async () => {
  const { id } = await takenBack();
  const again = () => maren.call('POST', `/api/letters/${id}/retry`);
  await again();
  await refused({ id });
  await again();
  await deliverLetter(mailing.product.services, id);
  const charged = 'Letter to Ilse Brandt';
  expect(await ledger()).toEqual([charged, TAKEN_BACK, charged, UNDELIVERED, charged]);
});

it('ledger: a letter that did not leave by itself is neither taken back nor undelivered', async () => {
  maren = await newLetterWriter(mailing.product, { displayName: 'Maren Oakes' });
  const letter = await maren.queued();
  expect(letter.status).toBe('sealed');
  const { db } = mailing.product.services;
  await db
    .update(letters)
    .set({ waitingSince: new Date(0) })
    .where(eq(letters.id, letter.id));
  await returnExpired(mailing.product.services);
  expect(await ledger()).toEqual([
    'Letter to Ilse Brandt',
    'Given back: letter to Ilse Brandt: It did not leave, so it costs nothing.',
  ]);
});

it('ledger: a letter that was returned before its cause was kept says what its row tells', async () => {
  const [letter, retried] = [await takenBack(), await takenBack()];
  await maren.call('POST', `/api/letters/${retried.id}/retry`);
  await refused(retried);
  const { db } = mailing.product.services;
  await db.delete(letterReturns);
  const given = 'Given back: letter to Ilse Brandt';
  const charged = 'Letter to Ilse Brandt';
  expect(await ledger()).toEqual([charged, given, charged, given, charged, given]);
  const migration = await readFile('migrations/0044_letter-returns.sql', 'utf8');
  await db.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''));
  expect(await ledger()).toEqual([charged, TAKEN_BACK, charged, given, charged, UNDELIVERED]);
  await maren.call('POST', `/api/letters/${letter.id}/desk`);
  expect(await ledger()).toEqual([charged, TAKEN_BACK, charged, given, charged, UNDELIVERED]);
});

it('ledger: of letters that are deleted with an account, or as a stranger’s, no name is kept', async () => {
  const { services } = mailing.product;
  await takenBack();
  const ofMaren = eq(letterReturns.userId, maren.person.userId);
  expect(await services.db.$count(letterReturns, ofMaren)).toBe(1);
  await services.db.transaction((tx) => eraseAccount(tx, services, maren.person.uid));
  expect(await services.db.$count(letterReturns, ofMaren)).toBe(0);

  maren = await newLetterWriter(mailing.product, { displayName: 'Maren Oakes' });
  await maren.queued();
  const proof = { uid: maren.person.uid, how: 'elsewhere' as const, first: true, email: maren.person.email };
  await services.db.transaction((tx) => releaseOrDeleteSealed(tx, services, proof));
  expect(await ledger()).toEqual([
    'Letter to somebody',
    'Given back: letter to somebody: It did not leave, so it costs nothing.',
  ]);
});
