import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aConversation } from '../../../test/mail/mailed-conversation.ts';
import { queuedLetter, userWithCredits } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { requeueStuckRelays } from '../../answers/relay-reply.ts';
import { replies } from '../../answers/schema.ts';
import { auditEntries, jobStarts, setAsideJobs } from '../../core/schema.ts';
import { requeueStuckLetters } from '../../letters/deliver/deliver-letter.ts';
import { letters } from '../../letters/schema.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { block } from '../../people/recipients/blocks.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { readQueue } from '../metrics/figures.ts';
import { runAudited } from './audit.ts';
import { COMMANDS } from './commands.ts';

let product: TestProduct;
let printed: string[];
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => vi.restoreAllMocks());

const run = async (name: string, ...args: (string | number)[]) => {
  const command = COMMANDS[name];
  if (!command || !('run' in command)) throw new Error(`There is no command ${name}.`);
  await runAudited(product.services, name, command, args.map(String));
  return printed.splice(0).join('\n');
};

const lastEntry = async () => {
  const entries = product.services.db.select().from(auditEntries);
  return (await entries.orderBy(sql`id desc`).limit(1))[0];
};

async function somebodysLetter() {
  const person = await userWithCredits(product, { verified: true });
  const id = await queuedLetter(product, person);
  const credits = async () =>
    (await product.services.db.select().from(users).where(eq(users.id, person.userId)))[0]?.credits;
  return { ...person, id, credits };
}

const setLetter = (id: number, values: Partial<typeof letters.$inferInsert>) =>
  product.services.db.update(letters).set(values).where(eq(letters.id, id));

describe('cli: letters', () => {
  it('show prints the status of a letter, not its text', async () => {
    const { id, email } = await somebodysLetter();
    const shown = await run('letters show', id);
    expect(shown).toContain(`status\tqueued`);
    expect(shown).toContain(email);
    expect(shown).not.toContain('plum tree');
    await expect(run('letters show', 999_999)).rejects.toThrow('There is no letter 999999');
    await expect(run('letters show', 'x')).rejects.toThrow('whole number');
  });

  it('cancel stops a queued letter once, returns its credit and notifies the sender', async () => {
    const { id, credits, email } = await somebodysLetter();
    expect(await credits()).toBe(4);
    expect(await run('letters cancel', id)).toContain('will not leave');
    expect(await credits()).toBe(5);
    await expect(run('letters cancel', id)).rejects.toThrow('is failed. Only one that waits');
    expect(await credits()).toBe(5);
    const { rows } = await product.services.db.execute<{ text: string }>(
      sql`select data->>'text' as text from jobs.job where name = 'send-mail' and data->'to'->>'address' = ${email}`,
    );
    expect(rows).toEqual([{ text: expect.stringContaining('We stopped it before it left.') }]);
    expect(await lastEntry()).toMatchObject({ subject: `letter ${id}`, outcome: 'refused' });
  });

  it('resend makes a queued one due now, and refuses a failed or a sent one', async () => {
    const { id } = await somebodysLetter();
    await setLetter(id, { nextAttemptAt: new Date(Date.now() + 3_600_000) });
    expect(await run('letters resend', id)).toContain('tried now');
    const [letter] = await product.services.db.select().from(letters).where(eq(letters.id, id));
    expect(letter?.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    for (const status of ['failed', 'sent']) {
      await setLetter(id, { status });
      await expect(run('letters resend', id)).rejects.toThrow(`is ${status}. Only one that waits`);
    }
  });
});

describe('cli: queue', () => {
  it('lists jobs without their data, and retry makes one due now', async () => {
    const { id } = await somebodysLetter();
    const { db } = product.services;
    const later = sql`update jobs.job set start_after = now() + interval '1 hour'
      where data->>'letterId' = ${String(id)} returning id::text`;
    const { rows } = await db.execute<{ id: string }>(later);
    const job = rows[0]?.id ?? '';
    expect(await run('queue')).toContain(`${job}\tsend-letter\tcreated`);
    await run('queue retry', job);
    await db.execute(
      sql`update jobs.job set state = 'failed', retry_count = 10, completed_on = now() where id = ${job}::uuid`,
    );
    expect(await run('queue')).toContain(`${job}\tsend-letter\tfailed`);
    await run('queue retry', job);
    expect(await run('queue')).toContain(`${job}\tsend-letter\tretry\t10 of 11`);
    await expect(run('queue retry', randomUUID())).rejects.toThrow('No job');
    await expect(run('queue retry', 'x')).rejects.toThrow('id of a job');
  });
});

describe('cli: set-aside jobs', () => {
  /** Sets a job aside as the queue does; its row in jobs.job is gone. */
  async function aside(
    name: 'send-letter' | 'relay-reply' | 'read-inbound-message',
    subject: string,
    data: object,
  ) {
    const job = randomUUID();
    await product.services.db.insert(setAsideJobs).values({ id: job, name, subject, data, deaths: 5 });
    await product.services.db.insert(jobStarts).values({ name, subject });
    return job;
  }
  async function letterSetAside() {
    const letter = await somebodysLetter();
    const { db } = product.services;
    await db.execute(sql`delete from jobs.job where data->>'letterId' = ${String(letter.id)}`);
    await setLetter(letter.id, {
      status: 'sending',
      leaseUntil: new Date(Date.now() - 3_600_000),
      nextAttemptAt: new Date(Date.now() - 3_600_000),
    });
    const job = await aside('send-letter', String(letter.id), { letterId: letter.id });
    const jobs = async () => {
      const { rows } = await db.execute(
        sql`select id from jobs.job where data->>'letterId' = ${String(letter.id)}`,
      );
      return rows.length;
    };
    return { ...letter, job, jobs };
  }

  it('are listed and counted, not requeued by the schedule, and retried by id or all at once', async () => {
    const { id, job, jobs } = await letterSetAside();
    expect(await run('queue')).toMatch(`${job}\tsend-letter\tset aside\t5 deaths\t`);
    expect(await readQueue(product.services.db)).toContainEqual(
      expect.objectContaining({ name: 'send-letter', setAside: 1 }),
    );
    await requeueStuckLetters(product.services);
    expect(await jobs()).toBe(0);
    expect(await run('queue retry', job)).toContain('put back');
    expect(await jobs()).toBe(1);
    const { db } = product.services;
    const about = sql`subject = ${String(id)}`;
    expect(await db.select().from(jobStarts).where(about)).toEqual([]);
    expect(await db.select().from(setAsideJobs).where(about)).toEqual([]);
    await requeueStuckLetters(product.services);
    expect(await jobs()).toBe(2);

    const [one, two] = [await letterSetAside(), await letterSetAside()];
    expect(await run('queue retry', 'set-aside')).toContain('2 jobs are put back');
    expect([await one.jobs(), await two.jobs()]).toEqual([1, 1]);
  });

  it('are discarded: a letter fails and its credit goes back', async () => {
    const { id, job, credits } = await letterSetAside();
    expect(await run('queue discard', job)).toContain('will not be done');
    const [letter] = await product.services.db.select().from(letters).where(eq(letters.id, id));
    expect(letter?.status).toBe('failed');
    expect(await credits()).toBe(5);
    await expect(run('queue discard', job)).rejects.toThrow('No job');
    await expect(run('queue discard', 'x')).rejects.toThrow('id of a job');
  });

  it('are discarded: a reply is not relayed, and a message is not read', async () => {
    const { db } = product.services;
    const { id: conversationId } = await aConversation(product.services);
    const [reply] = await db
      .insert(replies)
      .values({
        conversationId,
        side: 'recipient',
        fromEmail: 'ilse@example.org',
        subject: '',
        body: 'x',
        fullText: 'x',
        emailProvider: 'Gmail',
        messageId: '<x@x>',
        relayStatus: 'queued',
        relayLeaseUntil: new Date(Date.now() - 3_600_000),
      })
      .returning();
    const relay = await aside('relay-reply', String(reply?.id), { replyId: reply?.id });
    await requeueStuckRelays(product.services);
    const { rows } = await db.execute(
      sql`select id from jobs.job where data->>'replyId' = ${String(reply?.id)}`,
    );
    expect(rows).toEqual([]);
    await run('queue discard', relay);
    const [after] = await db.select().from(replies).where(eq(replies.conversationId, conversationId));
    expect(after).toMatchObject({ relayStatus: 'failed', relayReason: 'It could not be sent.' });

    const inboundMessageId = await unreadMessage(conversationId);
    await run('queue discard', await aside('read-inbound-message', inboundMessageId, { inboundMessageId }));
    expect(await messageOf(inboundMessageId)).toMatchObject(DISCARDED);
  });

  it('are discarded: also a message that waits for its next try, and nothing else that waits', async () => {
    const { db, queue } = product.services;
    const waiting = async (name: 'read-inbound-message' | 'erase-files', data: object) => {
      await db.transaction((tx) =>
        queue.enqueue(tx, name, data as never, { startAfter: new Date('2100-01-01') }),
      );
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from jobs.job where name = ${name} and start_after > '2099-01-01'`,
      );
      return rows[0]?.id ?? '';
    };
    const { id: conversationId } = await aConversation(product.services);
    const inboundMessageId = await unreadMessage(conversationId);
    const job = await waiting('read-inbound-message', { inboundMessageId });
    await run('queue discard', job);
    expect(await messageOf(inboundMessageId)).toMatchObject(DISCARDED);
    expect(await run('queue')).not.toContain(job);
    const erasing = await waiting('erase-files', { keys: [] });
    await expect(run('queue discard', erasing)).rejects.toThrow('a message that waits');
    expect(await run('queue')).toContain(erasing);
  });

  const DISCARDED = { outcome: 'discarded', readAt: expect.any(Date) };
  async function unreadMessage(conversationId: string): Promise<string> {
    const id = randomUUID();
    await product.services.db.insert(inboundMessages).values({
      id,
      envelopeSender: '',
      envelopeRecipient: 'x@example.org',
      conversationId,
      side: 'recipient',
      storageKey: `inbound/${id}.eml`,
      size: 1,
    });
    return id;
  }
  async function messageOf(id: string) {
    const [message] = await product.services.db
      .select()
      .from(inboundMessages)
      .where(eq(inboundMessages.id, id));
    return message;
  }
});

describe('cli: suppressions', () => {
  it('are listed and lifted', async () => {
    const { userId, email } = await userWithCredits(product);
    await suppress(product.services.db, userId, 'gone@example.org', { text: 'No such mailbox.' });
    expect(await run('suppressions', email)).toContain(`${email}\tgone@example.org\tNo such mailbox.`);
    expect(await run('suppressions lift', email, 'Gone@example.org')).toContain('may write to');
    expect(await run('suppressions', userId)).toBe('');
    await expect(run('suppressions lift', email, 'gone@example.org')).rejects.toThrow('not suppressed');
  });
});

it('cli: blocks lift lifts the block of one sender and recipient', async () => {
  const { userId, email } = await userWithCredits(product);
  const { db, addressHash } = product.services;
  const pair = { recipientHash: addressHash('ilse@example.org'), senderHashes: [addressHash(email)], userId };
  await block(db, pair, 'sender');
  expect(await run('blocks lift', email, 'Ilse+x@example.org')).toContain('may write to');
  await expect(run('blocks lift', email, 'ilse@example.org')).rejects.toThrow('does not refuse');
});

describe('audit entries', () => {
  it('hold actor, command, subject by number and outcome, and no personal data', async () => {
    const { userId, email, uid } = await userWithCredits(product);
    await run('grant', email, 3, 'for Ilse Brandt');
    expect(await lastEntry()).toMatchObject({
      actor: expect.stringContaining(userInfo().username),
      action: 'grant',
      subject: `user ${userId}`,
      outcome: 'done',
    });
    await expect(run('take-back', email, 100, 'why')).rejects.toThrow();
    expect((await lastEntry())?.outcome).toBe('refused');
    await run('accounts verify', email);
    expect((await lastEntry())?.subject).toBe(`account ${uid}`);
    await expect(run('grant', 'nobody@example.com', 1, 'why')).rejects.toThrow('Nobody here');
    expect((await lastEntry())?.subject).toBe('nobody');
    await expect(run('letters cancel', 'none')).rejects.toThrow();
    expect(await lastEntry()).toMatchObject({
      action: 'letters cancel',
      subject: 'nobody',
      outcome: 'refused',
    });
    const all = JSON.stringify(await product.services.db.select().from(auditEntries));
    expect(all).not.toMatch(/@|Ilse/);
    expect(await run('audit', 2)).toMatch(/letters cancel\tnobody\trefused.*\n.*grant\tnobody\trefused/);
  });

  it('are written by every command that changes something, and by no other', () => {
    const looking = Object.entries(COMMANDS).filter(([, command]) => 'run' in command && !command.subject);
    expect(looking.map(([name]) => name).sort()).toEqual([
      'accounts',
      'audit',
      'coupons',
      'ledger',
      'letters show',
      'list',
      'orphans',
      'packages',
      'purchases',
      'queue',
      'refunds',
      'reports',
      'senders',
      'shortfalls',
      'suppressions',
      'verify-ledger',
    ]);
  });

  it('cannot be updated', async () => {
    const { db } = product.services;
    const refusal = await db
      .execute(sql`update audit_entries set actor = 'me'`)
      .catch((error) => error.cause);
    expect(refusal.message).toContain('append-only');
  });
});
