import { sql } from 'drizzle-orm';
import { type Said, said } from '../../shared/words.ts';
import { shorten } from '../../templates/parts/names.ts';
import { writtenDay } from '../../templates/parts/written-date.ts';
import type { Config } from '../config.ts';
import type { OutgoingMail } from '../delivery/send-mail.ts';
import { plainMail } from '../delivery/send-mail.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { inEnglish, wordsFor } from '../platform/words.ts';
import type { LetterRow } from './data.ts';

const NAME_MAX_CHARACTERS = 60;
const SEND_AGAIN = said(
  'There you can send it once more: now or on another day, to the same address or to a corrected one.',
);

/** Why a letter failed, for the mail that notifies its sender. */
export interface FailureNotice {
  /** for a person */
  reason: Said;
  /** what may be done about it in My Letters; sending it again when absent */
  advice?: Said;
  /** the operator decides whether its credit returns */
  creditWaits?: boolean;
}

const CREDIT_BACK = 'Its credit is back on your account.';
const CREDIT_WAITS =
  'Its credit is not back yet: we look at this one ourselves, and you will hear from us when we have.';

/**
 * Queues the mail that notifies a sender that a letter did not arrive. For the transaction that marks the letter and
 * returns its credit, so that it is sent exactly when that is committed, and once.
 */
export const notifySender = (
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
  notice: FailureNotice,
): Promise<void> =>
  mailSender(tx, services, letter, (to) => undeliveredMail(services.config, to, letter, notice));

/** Queues the mail that asks a sender whether a letter that may have left before a restore arrived. */
export async function askWhetherArrived(
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
): Promise<void> {
  const { config } = services;
  const name = nameOf(letter);
  await mailSender(tx, services, letter, (to) =>
    plainMail(config, {
      to,
      subject: `Did your letter to ${name} arrive?`,
      paragraphs: [
        `We had to go back to an earlier copy of our records, and cannot tell whether your letter to ${name} left. We did not send it a second time.`,
        `If it did not arrive, send it again. ${CREDIT_BACK}`,
      ],
      link: { address: `${config.publicUrl}/my-letters`, label: 'See your letters' },
      closing: 'If it arrived, there is nothing to do.',
    }),
  );
}

/** Queues the mail that tells a sender what the operator decided about the credit of a bounced letter. */
export async function notifyOfRefund(
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
  given: boolean,
): Promise<void> {
  const { config } = services;
  const name = nameOf(letter);
  await mailSender(tx, services, letter, (to) =>
    plainMail(config, {
      to,
      subject: `The credit of your letter to ${name}`,
      paragraphs: [
        given
          ? `We looked at your letter to ${name} that came back. Its credit is back on your account.`
          : `We looked at your letter to ${name} that was reported as not delivered. We found nothing that says it did not arrive, so its credit stays spent.`,
      ],
      link: { address: `${config.publicUrl}/my-letters`, label: 'See your letters' },
      closing: 'If you think that we are wrong, please write to us by the support page.',
    }),
  );
}

/** Addresses that are not verified, that bounced, or that this very letter did not reach get no mail. */
async function mailSender(
  tx: Transaction,
  { queue }: Pick<Services, 'queue'>,
  letter: LetterRow,
  compose: (to: string) => OutgoingMail,
): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select u.email from users u
    where u.id = ${letter.userId} and u.email_verified
      and lower(u.email) <> ${letter.recipientEmail.toLowerCase()}
      and not exists (select 1 from suppressions s where s.email = lower(u.email))`);
  const [sender] = rows;
  if (sender) await queue.enqueue(tx, 'send-mail', compose(sender.email));
}

const nameOf = ({ recipientName, recipientEmail }: LetterRow) =>
  shorten(recipientName, NAME_MAX_CHARACTERS) || recipientEmail;

function undeliveredMail(
  config: Config,
  to: string,
  letter: LetterRow,
  { reason, advice = SEND_AGAIN, creditWaits = false }: FailureNotice,
): OutgoingMail {
  const { recipientEmail } = letter;
  const name = nameOf(letter);
  const why = inEnglish(reason);
  // An address that the reason contains is not repeated.
  const whom = why.includes(recipientEmail) ? name : `${name} (${recipientEmail})`;
  const conversation = `/my-letters?to=${encodeURIComponent(recipientEmail.trim().toLowerCase())}`;
  return plainMail(config, {
    to,
    subject: `Your letter to ${name} did not arrive`,
    paragraphs: [
      `Your letter to ${whom} ${dayOf(letter)} did not arrive. ${why}`,
      creditWaits ? CREDIT_WAITS : CREDIT_BACK,
    ],
    link: { address: config.publicUrl + conversation, label: 'See the letter' },
    closing: inEnglish(advice),
  });
}

/** 'of March 14, 2026'; of one that waited for its day and did not leave, that day. */
function dayOf({ queuedAt, createdAt, timeZone, arriveAt, arriveZone }: LetterRow): string {
  if (queuedAt === null && arriveAt)
    return `that was to arrive on ${writtenDay({ words: wordsFor('en'), writtenOn: arriveAt, timeZone: arriveZone })}`;
  return `of ${writtenDay({ words: wordsFor('en'), writtenOn: queuedAt ?? createdAt, timeZone })}`;
}
