import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { aConversation } from '../../test/mail/mailed-conversation.ts';
import { smtpReply } from '../../test/stand-ins/smtp-sink.ts';
import { forbidConnections } from '../../test/support/database-away.ts';
import { testMailing } from '../../test/support/test-mailing.ts';
import { conversations, letters } from '../letters/schema.ts';
import { users } from '../people/users/schema.ts';
import { addReply } from './receive-reply.ts';
import { relayReply } from './relay-reply.ts';
import { replies } from './schema.ts';

const mailing = testMailing();

async function queuedReply(side: 'recipient' | 'sender' = 'recipient'): Promise<number> {
  const conversation = await aConversation(mailing.product.services);
  const id = await mailing.product.services.db.transaction((tx) =>
    addReply(tx, mailing.product.services, {
      conversationId: conversation.id,
      side,
      fromEmail: 'ilse.brandt@gmail.com',
      subject: 'Re: A letter',
      body: 'Thank you!',
      fullText: 'Thank you!',
      emailProvider: 'Gmail',
      messageId: `<${randomUUID()}@mail.gmail.com>`,
      origin: 'mail',
    }),
  );
  if (id === null) throw new Error('no reply');
  return id;
}
const replyRow = async (id: number) => {
  const [row] = await mailing.product.services.db.select().from(replies).where(eq(replies.id, id));
  if (!row) throw new Error('no such reply');
  return row;
};
const plannedJobs = async (id: number) => {
  const { rows } = await mailing.product.services.db.execute<{ n: number }>(
    sql`select count(*)::int as n from jobs.job where name = 'relay-reply' and (data->>'replyId')::int = ${id}
      and start_after > now() and start_after < now() + interval '1 minute'`,
  );
  return rows[0]?.n;
};

describe('relayReply', () => {
  it('mails nothing that a sender writes whose address is not confirmed', async () => {
    const id = await queuedReply('sender');
    await mailing.product.services.db.update(users).set({ emailVerified: false });
    await relayReply(mailing.product.services, id);
    expect(await replyRow(id)).toMatchObject({ relayStatus: 'none' });
    expect(mailing.sink.messages).toHaveLength(0);
  });

  it('records the mail as sent once the database is back, and sends it once', async () => {
    const { asked, answer } = mailing.holdRecipient();
    const id = await queuedReply();
    const relay = relayReply(mailing.product.services, id);
    await asked;
    await relayReply(mailing.product.services, id);
    const allowConnections = await forbidConnections(mailing.product.services.config.DATABASE_URL ?? '');
    answer();
    await expect.poll(() => mailing.sink.messages.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await allowConnections();
    await relay;
    expect(await replyRow(id)).toMatchObject({ relayStatus: 'sent', relayAttempts: 1 });
    await relayReply(mailing.product.services, id);
    expect(mailing.sink.messages).toHaveLength(1);
  });

  it.each([48, -48])(
    'plans the next attempt by the database clock when the local clock is %i h off',
    async (hours) => {
      mailing.refusal = smtpReply(451, '4.7.1 greylisted');
      const id = await queuedReply();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      await relayReply(mailing.product.services, id).finally(() => vi.useRealTimers());
      const { relayStatus, relayLeaseUntil } = await replyRow(id);
      expect(relayStatus).toBe('queued');
      expect(relayLeaseUntil?.getTime()).toBeGreaterThan(Date.now() - 1_000);
      expect(relayLeaseUntil?.getTime()).toBeLessThan(Date.now() + 60_000);
      expect(await plannedJobs(id)).toBe(1);
    },
  );

  it('says of a refusal where the letter went, not where its recipient has mail now', async () => {
    mailing.refusal = smtpReply(550, '5.1.1 no such user');
    const id = await queuedReply('sender');
    const moved = { accountUid: randomUUID(), email: 'ilse@new.example', emailVerified: true };
    const { db } = mailing.product.services;
    const [ilse] = await db.insert(users).values(moved).returning({ id: users.id });
    const { conversationId } = await replyRow(id);
    await db
      .update(conversations)
      .set({ recipientId: ilse?.id ?? 0 })
      .where(eq(conversations.id, conversationId));
    await relayReply(mailing.product.services, id);
    expect(await replyRow(id)).toMatchObject({
      relayStatus: 'failed',
      relayReason: 'There is no mailbox at ilse.brandt@gmail.com.',
    });
  });

  it.each(['recipient', 'sender'] as const)(
    'names in From what was stored of a %s without what no name has',
    async (side) => {
      const id = await queuedReply(side);
      const { db } = mailing.product.services;
      const { conversationId } = await replyRow(id);
      const dirty = { senderName: 'Maren \u202ehttps://x.example', recipientName: 'Il\u2066se' };
      await db.update(letters).set(dirty).where(eq(letters.conversationId, conversationId));
      await db.update(replies).set({ dmarc: 'pass' }).where(eq(replies.id, id));
      await relayReply(mailing.product.services, id);
      const raw = mailing.sink.messages.map(({ raw }) => raw.toString()).join('');
      expect(raw).toMatch(side === 'sender' ? /^From: Maren via /m : /^From: Ilse via /m);
    },
  );

  it('gives up after three days', async () => {
    mailing.refusal = smtpReply(451, '4.7.1 later');
    const id = await queuedReply();
    await mailing.product.services.db
      .update(replies)
      .set({ createdAt: sql`now() - interval '71 hours 59 minutes 55 seconds'` })
      .where(eq(replies.id, id));
    await relayReply(mailing.product.services, id);
    expect(await replyRow(id)).toMatchObject({
      relayStatus: 'failed',
      relayReason: 'The mail server asked us to come back later.',
    });
  });

  it('sends at once when the local clock was ahead of the database clock at receipt', async () => {
    const id = await queuedReply();
    await mailing.product.services.db
      .update(replies)
      .set({ createdAt: sql`now() + interval '10 minutes'` })
      .where(eq(replies.id, id));
    await relayReply(mailing.product.services, id);
    expect((await replyRow(id)).relayStatus).toBe('sent');
  });
});
