import { desc, eq, sql } from 'drizzle-orm';
import { renderPlainText } from '../../templates/plain-text.ts';
import type { InboundHandlers } from '../inbound/process-message.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { replies } from '../platform/db/schema/replies.ts';
import { letterContent } from './letter-content.ts';

/** Replies that are compared with, and characters of each. */
const REPLIES = 20;
const REPLY_CHARACTERS = 5_000;

/**
 * What was mailed in a conversation, at most some 100 KB: the letter's mail without its photos, and the newest replies. A
 * mail that answers one of them quotes it.
 */
export const mailedText: InboundHandlers['mailed'] = async ({ db, config }, conversationId) => {
  const [written, said] = await Promise.all([
    db.select().from(letters).where(eq(letters.conversationId, conversationId)).limit(1),
    db
      .select({ body: sql<string>`left(${replies.body}, ${REPLY_CHARACTERS})` })
      .from(replies)
      .where(eq(replies.conversationId, conversationId))
      .orderBy(desc(replies.createdAt))
      .limit(REPLIES),
  ]);
  const letter = written.map((row) => renderPlainText(letterContent(config, row, [], () => '')));
  return [...letter, ...said.map(({ body }) => body)].join('\n');
};
