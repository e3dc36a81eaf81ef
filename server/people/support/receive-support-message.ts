import { createHash, randomUUID } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { SUPPORT_CATEGORIES, type SupportBody } from '../../../shared/support.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import { holdSession } from '../../core/hold-session.ts';
import { mailNetworkOf, networkOf } from '../../core/http/network.ts';
import type { OutgoingMail } from '../../core/jobs/jobs.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { mailFrom, messageIdDomain } from '../../mail/out/addresses.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import type { Person } from '../identity/sessions/person.ts';
import { supportMessages } from './schema.ts';

/** After a year: each was mailed to the operator. */
export async function sweepSupport(db: Database): Promise<void> {
  await db.delete(supportMessages).where(lt(supportMessages.createdAt, sql`now() - interval '1 year'`));
}

/** Before the body is received. @throws 429 when its network sends too many */
export const countSupportRequest = ({ db }: Services, ip: string): Promise<void> =>
  enforce(db, limit('support:network', networkOf(ip)));

/**
 * A message with the honeypot field filled is stored but not mailed: a browser may have filled in every field for
 * a person. A repeated request with the same key stores nothing.
 * @throws 401; 429 when one account, or one address from one network, sends too many: nobody uses up another's
 */
export async function receiveSupportMessage(
  { db, config, queue, log }: Services,
  body: SupportBody,
  { person, key, ip }: { person: Person | null; key: string | null; ip: string },
): Promise<void> {
  const intent = key === null ? null : intentOf(key, body, person);
  if (intent !== null) {
    const [known] = await db
      .select({ id: supportMessages.id })
      .from(supportMessages)
      .where(eq(supportMessages.intent, intent));
    if (known) return;
  }
  await enforce(
    db,
    limit('support:address', person?.uid ?? `${body.email.toLowerCase()} ${mailNetworkOf(ip)}`),
  );

  const { website, ...written } = body;
  const honeypotFilled = Boolean(website?.trim());
  const messageId = `<${randomUUID()}@${messageIdDomain(config)}>`;
  await db.transaction(async (tx) => {
    if (person) await holdSession(tx, person);
    const [kept] = await tx
      .insert(supportMessages)
      .values({ ...written, uid: person?.uid ?? null, honeypotFilled, messageId, intent })
      .onConflictDoNothing()
      .returning({ id: supportMessages.id });
    if (!kept) return;
    if (honeypotFilled)
      return log.info({ supportMessage: kept.id }, 'support message not mailed: honeypot filled in');
    await queue.enqueue(tx, 'send-mail', supportMail(config, { number: kept.id, messageId }, body, person));
  });
}

/** Includes the message, since all signed-out people share one space of keys. */
function intentOf(key: string, body: SupportBody, person: Person | null): string {
  return createHash('sha256')
    .update(JSON.stringify([key, person?.uid ?? null, body]))
    .digest('hex');
}

/** Without SUPPORT_EMAIL to the address of our own mails. @param person signed in; the form may have another address */
function supportMail(
  config: Config,
  { number, messageId }: { number: number; messageId: string },
  { name, email, category, subject, message }: SupportBody,
  person: Person | null,
): OutgoingMail {
  const label = SUPPORT_CATEGORIES.find(({ id }) => id === category)?.label ?? category;
  const mail = plainMail(config, wordsFor('en'), {
    to: config.SUPPORT_EMAIL ?? mailFrom(config).address,
    subject: `[${label} #${number}] ${subject}`,
    paragraphs: [{ quoted: message }],
    rows: [
      ['From', `${name} <${email}>`],
      ['Category', label],
      [
        'Account',
        person
          ? `${person.email} (${person.emailVerified ? 'verified' : 'not verified'}), ${person.uid}`
          : 'not signed in',
      ],
      ['Number', String(number)],
    ],
    closing: '',
  });
  return { ...mail, replyTo: email, messageId };
}
