import { createHash } from 'node:crypto';
import { letterSubject } from '../../../templates/subject.ts';
import { addReply } from '../../conversations/add-reply.ts';
import { messageIdDomain } from '../../delivery/addresses.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { enforce } from '../../platform/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import type { LetterRow } from '../data.ts';

const HOUR = 3600;
const ANSWERS_AN_HOUR = 20;
/** Shown in place of the mail service: the reply was written on the letter's page. */
const PROVIDER = 'Letter page';

/**
 * Stores what was written on the letter's page as the recipient's reply. The same form sent twice is one reply.
 * @param written.form id of the form, so that a form sent twice is recognised
 * @throws 429 at the limit
 */
export async function replyOnPage(
  tx: Transaction,
  services: Pick<Services, 'queue' | 'config'>,
  letter: LetterRow,
  written: { text: string; form: string },
): Promise<void> {
  const text = written.text.replace(/\r\n?/g, '\n').toWellFormed().replaceAll('\0', '').trim();
  const hash = createHash('sha256').update(`${written.form}\n${text}`).digest('hex').slice(0, 32);
  const added = await addReply(tx, services, {
    conversationId: letter.conversationId,
    side: 'recipient',
    fromEmail: letter.recipientEmail,
    subject: `Re: ${letterSubject(letter.senderName)}`,
    body: text,
    fullText: text,
    emailProvider: PROVIDER,
    messageId: `<page.${hash}@${messageIdDomain(services.config)}>`,
    origin: 'page',
  });
  if (added === null) return;
  await enforce(tx, {
    key: `answers on a page:${letter.id}`,
    most: ANSWERS_AN_HOUR,
    window: HOUR,
    message: 'That is a lot of answers within one hour. Please go on in a while.',
  });
}
