import { and, eq } from 'drizzle-orm';
import { DAY_SECONDS } from '../../../shared/durations.ts';
import { STATUS } from '../../../shared/letter-status.ts';
import {
  LETTERS_SCHEDULED_AT_MOST,
  LETTERS_SCHEDULED_UNCONFIRMED,
  LETTERS_SEALED_AT_MOST,
} from '../../../shared/limits.ts';
import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { conflict, tooMany } from '../../core/errors.ts';
import type { LetterRow } from '../data.ts';
import { letters } from '../schema.ts';
import type { LetterSender } from './send-limits.ts';

/** The person's row is locked. @param more letters that are to wait as well: all, or none @throws 429 */
export async function checkScheduled(
  tx: Transaction,
  { user, verified }: LetterSender,
  more: number,
): Promise<void> {
  const waiting = await tx.$count(
    letters,
    and(eq(letters.userId, user.id), statusIs(STATUS.scheduled, letters.status)),
  );
  const most = verified ? LETTERS_SCHEDULED_AT_MOST : LETTERS_SCHEDULED_UNCONFIRMED;
  if (waiting + more <= most) return;
  throw tooMany(
    more > 1
      ? said(
          '{most} of your letters can wait for their day at once, and {waiting} do. Please choose fewer people, or send it now.',
          { most, waiting },
        )
      : said(
          '{waiting} of your letters wait for their day already. Please send this one now, or once another has left.',
          { waiting },
        ),
    DAY_SECONDS,
  );
}

/**
 * Sealed letters may be deleted, so nobody may have answered them. The person's row is locked.
 * @throws 409 for a letter that had left, 429 for too many
 */
export async function checkSealed(
  tx: Transaction,
  userId: number,
  leaving: Pick<LetterRow, 'queuedAt'>[],
): Promise<void> {
  const more = leaving.length;
  if (leaving.some(({ queuedAt }) => queuedAt !== null)) {
    throw conflict(
      'ADDRESS_NOT_CONFIRMED',
      said(
        'Please confirm your e-mail address first, by the link we mailed you. Then you can send this letter again.',
      ),
    );
  }
  const waiting = await tx.$count(
    letters,
    and(eq(letters.userId, userId), statusIs(STATUS.sealed, letters.status)),
  );
  if (waiting + more <= LETTERS_SEALED_AT_MOST) return;
  throw tooMany(
    more > 1
      ? said(
          '{most} of your letters can be sealed at once, and {waiting} are. Please confirm your e-mail address first, by the link we mailed you.',
          { most: LETTERS_SEALED_AT_MOST, waiting },
        )
      : said(
          '{waiting} of your letters are sealed already. Please confirm your e-mail address first, by the link we mailed you.',
          { waiting },
        ),
    DAY_SECONDS,
  );
}
