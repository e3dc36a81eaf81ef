import { and, eq, isNull, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { HELD_KEPT_DAYS } from '../../../shared/limits.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { announceLetters } from '../../core/events/announce.ts';
import type { Services } from '../../core/services.ts';
import { wordsIn } from '../../core/words.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import type { UserRow } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { beginPause, endPause, noteReviewAsked, type Pause } from '../../people/users/sender-pauses.ts';
import { lockLetters } from '../data.ts';
import { letterReports, letters } from '../schema.ts';
import { holdLetters } from '../send/send-letters.ts';
import { releaseLetters } from '../wait/release-letters.ts';
import { alertOperator, command } from './alert-operator.ts';

/** The sender's row is locked. @returns false when the sender was paused already */
export async function pauseSender(
  tx: Transaction,
  services: Services,
  userId: number,
  cause: Pause['cause'],
): Promise<boolean> {
  const { addressHash } = services;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || !(await beginPause(tx, addressHash, user, cause))) return false;
  await announceLetters(tx, await holdLetters(tx, cause, eq(letters.userId, userId)));
  await tellPaused(tx, services, user, cause);
  if (cause === 'reports')
    await alertOperator(tx, services, {
      subject: `Sender ${userId} is paused`,
      what: `Several people reported letters of user ${userId} within 30 days. Their letters to people who never wrote back wait until you release them.`,
      rows: toRelease(userId),
      kind: 'pauses',
    });
  return true;
}

const toRelease = (userId: number): [string, string][] => [
  ['To look at all', command('senders')],
  ['To release this one', command(`senders release ${userId}`)],
];

async function tellPaused(
  tx: Transaction,
  { config, queue }: Services,
  user: UserRow,
  cause: Pause['cause'],
): Promise<void> {
  if (!user.emailVerified) return;
  const words = wordsIn(config, user.language, user.browserLanguage);
  const { t } = words;
  const mail = plainMail(config, words, {
    to: user.email,
    name: user.displayName,
    subject: t('Your letters are on hold'),
    paragraphs: [
      cause === 'reports'
        ? t(
            'People you wrote to told us that they did not want your letters. Until we have had a look, letters to people who never answered you wait here and do not leave. All others go on.',
          )
        : t('Until we have had a look at your letters, what you send waits here and does not leave.'),
      t(
        'Nothing is lost: each letter stays as it is, and its credit comes back if it may not leave, at the latest after {days} days.',
        { days: HELD_KEPT_DAYS },
      ),
    ],
    link: { address: `${config.publicUrl}/my-letters`, label: t('Ask us to have a look') },
    closing: t('If you think that this is a mistake, ask us to have a look: a person will.'),
  });
  await queue.enqueue(tx, 'send-mail', mail);
}

export async function askForReview(tx: Transaction, services: Services, user: Pick<UserRow, 'id' | 'email'>) {
  if (!(await noteReviewAsked(tx, services.addressHash, user))) return;
  await alertOperator(tx, services, {
    subject: `Sender ${user.id} asks for a look`,
    what: `User ${user.id}, whose letters are held, asks you to have a look.`,
    rows: toRelease(user.id),
    kind: 'pauses',
  });
}

/** Whether held letters may leave is asked anew. @returns false when the sender is not paused */
export async function releaseSender(tx: Transaction, services: Services, userId: number): Promise<boolean> {
  const { addressHash } = services;
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user || !(await endPause(tx, addressHash, user))) return false;
  await tx
    .update(letterReports)
    .set({ closedAt: sql`now()`, words: null })
    .where(and(isNull(letterReports.closedAt), eq(letterReports.senderHash, addressHash(user.email))));
  const held = await lockLetters(tx, userId, statusIs(STATUS.held, letters.status));
  await releaseLetters(tx, services, user, held);
  return true;
}
