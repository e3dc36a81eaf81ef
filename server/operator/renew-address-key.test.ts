import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type LetterWriter, letterRow, newLetterWriter } from '../../test/support/letter-writer.ts';
import { startTestProduct } from '../../test/support/test-product.ts';
import { openAddressHash, readAddressHashKey } from '../core/address-hash.ts';
import { mailedTokenOf } from '../letters/data.ts';
import { deliverLetter } from '../letters/deliver/deliver-letter.ts';
import { pauseSender } from '../letters/report/pause-sender.ts';
import { reportGift, reportLetter } from '../letters/report/report-letter.ts';
import { letterReports } from '../letters/schema.ts';
import { findStopLink } from '../letters/stop-link.ts';
import { gifts } from '../money/gifts/schema.ts';
import { block, isBlocked } from '../people/recipients/blocks.ts';
import { findPause } from '../people/users/sender-pauses.ts';
import { renewAddressKey } from './renew-address-key.ts';

it('a lost key of addresses: whoever reported somebody refuses them as before, and senders of whom others asked no more are told', async () => {
  const product = await startTestProduct();
  try {
    const { db, config, addressHash } = product.services;
    const maren = await newLetterWriter(product);
    const tom = await newLetterWriter(product);
    const sent = async (writer: LetterWriter, recipientEmail: string) => {
      const { id } = await writer.queued({ recipientEmail });
      await deliverLetter(product.services, id);
      return letterRow(product, id);
    };
    // Reported, so the letter names both; refused by the page alone, so nothing names who.
    const reported = await sent(maren, 'ilse@example.org');
    await db.transaction((tx) =>
      reportLetter(tx, product.services, reported, { origin: 'page', reason: 'abuse' }),
    );
    // A report of a gift, which names both.
    const giftId = randomUUID();
    const told = new Date();
    await db.insert(gifts).values({
      ...{ id: giftId, giverId: tom.person.userId, credits: 1, email: 'jonas@example.org' },
      ...{ recipientName: 'Jonas', fromName: 'Tom', claimableAt: told, mailedAt: told },
    });
    await db.transaction((tx) =>
      reportGift(tx, product.services, giftId, { origin: 'page', reason: 'abuse' }),
    );
    const stopped = await sent(tom, 'anna@example.org');
    const token = mailedTokenOf(stopped) ?? '';
    const link = await findStopLink(db, addressHash, token);
    if (!link) throw new Error('no stop link');
    await block(db, link.pair, 'sender');
    await db.transaction((tx) => pauseSender(tx, product.services, tom.person.userId, 'operator'));

    await rm(path.resolve(config.DATA_DIR, 'address-hash-key'));
    const renewed = await renewAddressKey(db, config);
    expect(renewed).toEqual({ wishes: 3, again: 2, senders: [maren.person.userId, tom.person.userId] });

    await readAddressHashKey(config, db);
    const anew = await openAddressHash(config, db);
    expect(anew('ilse@example.org')).not.toBe(addressHash('ilse@example.org'));
    const refuses = ({ person }: LetterWriter, email: string) =>
      isBlocked(db, anew, { id: person.userId, email: person.email }, email);
    expect(await refuses(maren, 'Ilse+plum@example.org')).toBe(true);
    expect(await refuses(tom, 'jonas@example.org')).toBe(true);
    expect(await refuses(tom, 'anna@example.org')).toBe(false);
    // The link in the letter's mail still stops it.
    const again = await findStopLink(db, anew, token);
    if (!again) throw new Error('no stop link');
    await block(db, again.pair, 'sender');
    expect(await refuses(tom, 'anna@example.org')).toBe(true);
    const { userId: id, email } = tom.person;
    expect(await findPause(db, anew, { id, email })).toMatchObject({ cause: 'operator' });
    // Also of a new account with the address, once this one is deleted.
    expect(await findPause(db, anew, { id: id + 1_000_000, email })).toMatchObject({ cause: 'operator' });
    const reports = await db.select().from(letterReports).orderBy(letterReports.id);
    expect(reports.map(({ senderHash, recipientHash }) => [senderHash, recipientHash])).toEqual([
      [anew(maren.person.email), anew('ilse@example.org')],
      [anew(tom.person.email), anew('jonas@example.org')],
    ]);
  } finally {
    await product.close();
  }
});
