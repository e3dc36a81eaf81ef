import { eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { smtpReply } from '../../../test/stand-ins/smtp-sink.ts';
import { forbidConnections } from '../../../test/support/database-away.ts';
import {
  letterPayload,
  queuedLetter,
  type Signed,
  storedPhoto,
  userWithCredits,
} from '../../../test/support/factories.ts';
import { testMailing } from '../../../test/support/test-mailing.ts';
import { users } from '../../people/users/schema.ts';
import { photoKey } from '../photos/file-names.ts';
import { letters } from '../schema.ts';
import { deliverLetter, requeueStuckLetters } from './deliver-letter.ts';

const mailing = testMailing();
let maren: Signed & { userId: number };
beforeEach(async () => {
  maren = await userWithCredits(mailing.product, { displayName: 'Maren Oakes', verified: true });
});

const letterRow = async (id: number) => {
  const [row] = await mailing.product.services.db.select().from(letters).where(eq(letters.id, id));
  if (!row) throw new Error('no such letter');
  return row;
};
const balance = async () => {
  const [row] = await mailing.product.services.db.select().from(users).where(eq(users.id, maren.userId));
  return row?.credits;
};
const pendingJobs = async (id: number) => {
  const { rows } = await mailing.product.services.db.execute<{ n: number }>(
    sql`select count(*)::int as n from jobs.job where name = 'send-letter' and (data->>'letterId')::int = ${id} and start_after > now()`,
  );
  return rows[0]?.n;
};

describe('deliverLetter', () => {
  it('sends the letter with its photo inline and the conversation’s address in Reply-To', async () => {
    const id = await queuedLetter(mailing.product, maren);
    await deliverLetter(mailing.product.services, id);
    expect(await letterRow(id)).toMatchObject({ status: 'sent', attempts: 1, statusReason: null });
    expect(mailing.sink.messages).toHaveLength(1);
    const [message] = mailing.sink.messages;
    const mail = await simpleParser(Buffer.from(message?.raw ?? '', 'latin1'), { skipImageLinks: true });
    expect(mail.from?.text).toBe('"Maren Oakes via Slow Letters" <letters@example.org>');
    expect(mail.subject).toMatch(/^A letter from Maren Oakes, [A-Z][a-z]+day \d+ [A-Z][a-z]+$/);
    expect(mail.replyTo?.value[0]?.address).toMatch(/^reply\+[a-z0-9]{26}@reply\.example\.org$/);
    expect(message?.envelopeSender).toMatch(/^bounces\+[a-z0-9]{26}@reply\.example\.org$/);
    expect(mail.messageId).toBe((await letterRow(id)).messageId);
    expect(mail.text).toContain('Dear Ilse Brandt,');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Letter from Maren Oakes, page 1.jpg']);
    expect(mail.html).toContain(`src="cid:${mail.attachments[0]?.cid}"`);
  });

  it('does nothing a second time', async () => {
    const id = await queuedLetter(mailing.product, maren);
    await deliverLetter(mailing.product.services, id);
    await deliverLetter(mailing.product.services, id);
    expect(mailing.sink.messages).toHaveLength(1);
  });

  it('lets one worker at a time send a letter, however slow the mail server', async () => {
    const { asked, answer } = mailing.holdRecipient();
    const id = await queuedLetter(mailing.product, maren);
    const first = deliverLetter(mailing.product.services, id);
    await asked;
    await deliverLetter(mailing.product.services, id);
    expect(await pendingJobs(id)).toBe(1);
    answer();
    await first;
    expect(mailing.sink.messages).toHaveLength(1);
    expect((await letterRow(id)).attempts).toBe(1);
  });

  it('sends the same message again after its worker died', async () => {
    const id = await queuedLetter(mailing.product, maren);
    await mailing.product.services.db
      .update(letters)
      .set({ status: 'sending', attempts: 1, leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(letters.id, id));
    await deliverLetter(mailing.product.services, id);
    expect(await letterRow(id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(mailing.sink.messages[0]?.raw).toContain((await letterRow(id)).messageId);
    expect(await balance()).toBe(4);
  });

  it('queues the letter again with a reason after a temporary refusal', async () => {
    mailing.refusal = smtpReply(451, '4.7.1 greylisted');
    const id = await queuedLetter(mailing.product, maren);
    await deliverLetter(mailing.product.services, id);
    const row = await letterRow(id);
    expect(row.status).toBe('queued');
    expect(row.statusReason).toContain('we try again by ourselves');
    expect(row.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
    expect(await pendingJobs(id)).toBe(1);
    expect(await balance()).toBe(4);

    mailing.refusal = null;
    await mailing.product.services.db
      .update(letters)
      .set({ nextAttemptAt: sql`now() - interval '1 second'` })
      .where(eq(letters.id, id));
    await deliverLetter(mailing.product.services, id);
    expect(await letterRow(id)).toMatchObject({ status: 'sent', statusReason: null });
  });

  it('plans the next attempt by the database’s clock, not by the process’s', async () => {
    mailing.refusal = smtpReply(451, '4.7.1 greylisted');
    const id = await queuedLetter(mailing.product, maren);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 });
    await deliverLetter(mailing.product.services, id).finally(() => vi.useRealTimers());
    const row = await letterRow(id);
    expect(row.status).toBe('queued');
    expect(row.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() - 1_000);
    expect(row.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 60_000);
  });

  it('is not held by a moment that the database noted while its clock was a day ahead', async () => {
    const id = await queuedLetter(mailing.product, maren);
    const { db } = mailing.product.services;
    await db.execute(sql`delete from jobs.job where name = 'send-letter'`);
    await db.update(letters).set({ nextAttemptAt: sql`now() + interval '1 day'` }).where(eq(letters.id, id));
    await requeueStuckLetters(mailing.product.services);
    const { rows } = await db.execute(sql`select from jobs.job where name = 'send-letter'`);
    expect(rows).toHaveLength(1);
    await deliverLetter(mailing.product.services, id);
    expect((await letterRow(id)).status).toBe('sent');
  });

  it('queues the letter again when no mail server listens', async () => {
    const id = await queuedLetter(mailing.product, maren);
    await mailing.sink.close();
    await deliverLetter(mailing.product.services, id);
    expect(await letterRow(id)).toMatchObject({ status: 'queued' });
    const { rows } = await mailing.product.services.db.execute(
      sql`select from jobs.job where name = 'send-letter' and data = ${JSON.stringify({ letterId: id })}::jsonb`,
    );
    expect(rows).toHaveLength(1);
    await mailing.reopen();
  });

  it('returns the credit once when the mailbox does not exist', async () => {
    mailing.refusal = smtpReply(550, '5.1.1 no such user');
    const id = await queuedLetter(mailing.product, maren);
    expect(await balance()).toBe(4);
    await deliverLetter(mailing.product.services, id);
    await deliverLetter(mailing.product.services, id);
    expect(await letterRow(id)).toMatchObject({
      status: 'failed',
      statusReason: 'There is no mailbox at ilse.brandt@example.org.',
    });
    expect(await balance()).toBe(5);
  });

  it('gives up after three days and returns the credit', async () => {
    mailing.refusal = smtpReply(451, '4.7.1 later');
    const id = await queuedLetter(mailing.product, maren);
    await mailing.product.services.db
      .update(letters)
      .set({ queuedAt: sql`now() - interval '71 hours 59 minutes 55 seconds'` })
      .where(eq(letters.id, id));
    await deliverLetter(mailing.product.services, id);
    expect((await letterRow(id)).status).toBe('failed');
    expect(await balance()).toBe(5);
  });

  it('fails with a reason when a photo is missing in storage', async () => {
    const id = await queuedLetter(mailing.product, maren);
    const { rows } = await mailing.product.services.db.execute<{ photo_id: string }>(
      sql`select photo_id from letter_photos where letter_id = ${id}`,
    );
    await mailing.product.services.storage.delete(photoKey(rows[0]?.photo_id ?? '', 'mail'));
    await deliverLetter(mailing.product.services, id);
    expect(await letterRow(id)).toMatchObject({ status: 'failed' });
    expect((await letterRow(id)).statusReason).toContain('can no longer be read');
    expect(await balance()).toBe(5);
    expect(mailing.sink.messages).toHaveLength(0);
  });

  it('notes a sent letter as soon as the database is back, and sends it once', async () => {
    const { asked, answer } = mailing.holdRecipient();
    const id = await queuedLetter(mailing.product, maren);
    const delivery = deliverLetter(mailing.product.services, id);
    await asked;
    const allowConnections = await forbidConnections(mailing.product.services.config.DATABASE_URL ?? '');
    answer();
    await expect.poll(() => mailing.sink.messages.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await allowConnections();
    await delivery;
    expect(await letterRow(id)).toMatchObject({ status: 'sent', attempts: 1 });
    await deliverLetter(mailing.product.services, id);
    expect(mailing.sink.messages).toHaveLength(1);
  });

  it('links to the letter’s page unless that is closed', async () => {
    const [open, closed] = [
      await queuedLetter(mailing.product, maren),
      await queuedLetter(mailing.product, maren),
    ];
    await mailing.product.services.db
      .update(letters)
      .set({ webRevokedAt: new Date() })
      .where(eq(letters.id, closed));
    await deliverLetter(mailing.product.services, open);
    await deliverLetter(mailing.product.services, closed);
    const page = `http://localhost:3000/l/${(await letterRow(open)).mailedToken}`;
    const mail = await simpleParser(Buffer.from(mailing.sink.messages[0]?.raw ?? '', 'latin1'), {
      skipImageLinks: true,
    });
    for (const body of [String(mail.html), mail.text ?? '']) {
      expect(body).toContain(page);
      expect(body).toContain(`${page}/stop`);
    }
    expect(String(mail.html).match(/href="[^"]*\/l\/[^"]*"/g)).toEqual([
      `href="${page}#answer"`,
      `href="${page}"`,
      `href="${page}/stop"`,
    ]);
    expect(mailing.sink.messages[0]?.raw).not.toContain((await letterRow(open)).webToken);
    expect(mail.headers.has('auto-submitted')).toBe(false);
    expect(mail.headers.has('list')).toBe(false);
    const other = await simpleParser(Buffer.from(mailing.sink.messages[1]?.raw ?? '', 'latin1'));
    const stop = `http://localhost:3000/l/${(await letterRow(closed)).mailedToken}/stop`;
    expect(other.html).toContain(stop);
    expect(String(other.html).replaceAll(stop, '')).not.toContain('/l/');
  });

  it('has one-click unsubscribe headers on https', async () => {
    const id = await queuedLetter(mailing.product, maren);
    const config = { ...mailing.product.services.config, publicUrl: 'https://letters.example.org' };
    await deliverLetter({ ...mailing.product.services, config }, id);
    const headers = (mailing.sink.messages[0]?.raw ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    const stop = `https://letters.example.org/l/${(await letterRow(id)).mailedToken}/stop`;
    expect(headers).toContain(`List-Unsubscribe: <${stop}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(headers).toContain('Feedback-ID: letter:slowletters');
    expect(headers).toContain('Content-Language: en');
  });

  it('names cannot add header fields', async () => {
    const photo = await storedPhoto(mailing.product, maren.uid);
    const name = 'Ilse" <y@example.org>, 愛子 🌸';
    const made = await mailing.product.app.inject({
      method: 'POST',
      url: '/api/letters',
      headers: maren.headers,
      payload: letterPayload([photo], { recipientName: name }),
    });
    const { id } = made.json<{ id: number }>();
    // Refused today; in rows of earlier versions it may be.
    const recipientName = `${name}\r\nBcc: x@example.org`;
    await mailing.product.services.db.update(letters).set({ recipientName }).where(eq(letters.id, id));
    await mailing.product.app.inject({
      method: 'POST',
      url: `/api/letters/${id}/send`,
      headers: maren.headers,
    });
    await deliverLetter(mailing.product.services, id);
    const [message] = mailing.sink.messages;
    expect(message?.envelopeRecipients).toEqual(['ilse.brandt@example.org']);
    expect(message?.raw.split(/\r?\n\r?\n/, 1)[0]).not.toMatch(/^Bcc:/im);
    const mail = await simpleParser(Buffer.from(message?.raw ?? '', 'latin1'));
    expect(mail.to).toMatchObject({ value: [{ address: 'ilse.brandt@example.org' }] });
  });
});
