import { format } from 'date-fns';
import { sql } from 'drizzle-orm';
import { shorten } from '../../templates/parts/names.ts';
import type { Config } from '../config.ts';
import type { OutgoingMail } from '../delivery/send-mail.ts';
import { plainMail } from '../delivery/send-mail.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import type { LetterRow } from './data.ts';

const NAME_MAX_CHARACTERS = 60;
const SEND_AGAIN = 'There you can send it once more, to the same address or to a corrected one.';

/** Why a letter failed, for the mail that notifies its sender. */
export interface FailureNotice {
  /** for a person */
  reason: string;
  /** what may be done about it in My Letters; sending it again when absent */
  advice?: string;
}

/**
 * Queues the mail that notifies a sender that a letter did not arrive. For the transaction that marks the letter and
 * returns its credit, so that it is sent exactly when that is committed, and once. Addresses that are not verified, that
 * bounced, or that this very letter did not reach get no mail.
 */
export async function notifySender(
  tx: Transaction,
  { config, queue }: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
  notice: FailureNotice,
): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select u.email from users u
    where u.id = ${letter.userId} and u.email_verified
      and lower(u.email) <> ${letter.recipientEmail.toLowerCase()}
      and not exists (select 1 from suppressions s where s.email = lower(u.email))`);
  const [sender] = rows;
  if (sender) await queue.enqueue(tx, 'send-mail', undeliveredMail(config, sender.email, letter, notice));
}

function undeliveredMail(
  config: Config,
  to: string,
  { recipientName, recipientEmail, queuedAt, createdAt }: LetterRow,
  { reason, advice = SEND_AGAIN }: FailureNotice,
): OutgoingMail {
  const name = shorten(recipientName, NAME_MAX_CHARACTERS) || recipientEmail;
  // An address that the reason contains is not repeated.
  const whom = reason.includes(recipientEmail) ? name : `${name} (${recipientEmail})`;
  const conversation = `/my-letters?to=${encodeURIComponent(recipientEmail.trim().toLowerCase())}`;
  return plainMail(config, {
    to,
    subject: `Your letter to ${name} did not arrive`,
    paragraphs: [
      `Your letter to ${whom} of ${format(queuedAt ?? createdAt, 'MMM d, yyyy')} did not arrive. ${reason}`,
      'Its credit is back on your account.',
    ],
    link: { address: config.publicUrl + conversation, label: 'See the letter' },
    closing: advice,
  });
}
