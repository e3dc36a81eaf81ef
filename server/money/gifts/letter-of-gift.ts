import { sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { letters } from '../../letters/schema.ts';
import { gifts } from './schema.ts';

const sentLetter = sql`from ${letters} where ${letters.id} = ${gifts.letterId} and ${statusIs(STATUS.sent, letters.status)}`;

/** Condition on a gift: the letter that it is enclosed in was sent, which told its recipient of it. */
export const isLetterSent = sql`exists (select ${sentLetter})`;

/** When the letter was sent that a gift is enclosed in; null for one that was not. */
export const letterSentAt = sql`(select ${letters.sentAt} ${sentLetter})`;
