import { sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { letters } from '../../letters/schema.ts';
import { gifts } from './schema.ts';

const sentLetter = sql`from ${letters} where ${letters.id} = ${gifts.letterId} and ${statusIs(STATUS.sent, letters.status)}`;

export const isLetterSent = sql`exists (select ${sentLetter})`;

/** Null for a letter that was not sent. */
export const letterSentAt = sql`(select ${letters.sentAt} ${sentLetter})`;
