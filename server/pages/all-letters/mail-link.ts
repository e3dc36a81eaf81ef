import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Words } from '../../../shared/words.ts';
import { nameInMail, senderDisplayName } from '../../../templates/parts/names.ts';
import type { Config } from '../../core/config.ts';
import type { Executor } from '../../core/db/database.ts';
import { statusIn } from '../../core/db/status-in.ts';
import type { AskedLink, OutgoingMail } from '../../core/jobs/jobs.ts';
import { limit, spend } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { countUnaskedMail } from '../../core/unasked-mails.ts';
import { wordsFor } from '../../core/words.ts';
import { type LetterRow, mailedTokenOf, stopUrl } from '../../letters/data.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import { isBlocked } from '../../people/recipients/blocks.ts';
import { isSuppressed } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { findPause } from '../../people/users/sender-pauses.ts';
import { signedColumns, writeLettersLink } from './letters-link.ts';

/** Mails the link if its sender wrote to that very address; to one that refuses letters only when the mailbox asked. */
export async function mailLettersLink(
  services: Pick<Services, 'db' | 'config' | 'queue' | 'addressHash' | 'sessionSecret'>,
  { letterId, address, byRecipient, network }: AskedLink,
): Promise<void> {
  const { db, config, queue, addressHash } = services;
  await db.transaction(async (tx) => {
    const found = await findNewest(tx, { letterId, address, byRecipient });
    if (!found) return;
    const { letter, signed, senderEmail } = found;
    const { userId, recipientEmail } = letter;
    if (await isSuppressed(tx, userId, recipientEmail)) return;
    const sender = { id: userId, email: senderEmail };
    const refused = async () =>
      (await findPause(tx, addressHash, sender)) !== null ||
      (await isBlocked(tx, addressHash, sender, recipientEmail));
    if (!byRecipient && (await refused())) return;
    const mailbox = addressHash(recipientEmail);
    // What the mailbox itself asks for has a limit of its own, and is not left to what strangers ask for.
    const links = limit(
      byRecipient ? 'links to all letters by mail' : 'links to all letters',
      `${userId} ${mailbox}`,
    );
    // First: a link that is not mailed uses up nothing of the mailbox's.
    if (!(await spend(tx, links, 1))) return;
    if (!byRecipient && !(await countUnaskedMail(tx, mailbox, 'nobody', network))) return;
    const url = `${config.publicUrl}/l/all/${writeLettersLink(services, signed)}`;
    await queue.enqueue(tx, 'send-mail', linkMail(config, wordsFor(letter.language), letter, url));
  });
}

/** What came back counts only when the mailbox asks: else its sender could have its link mailed instead. */
async function findNewest(db: Executor, { letterId, address, byRecipient }: AskedLink) {
  const sender = db.select({ id: letters.userId }).from(letters).where(eq(letters.id, letterId));
  const [found] = await db
    .select({ letter: letters, signed: signedColumns, senderEmail: users.email })
    .from(letters)
    .innerJoin(users, eq(users.id, letters.userId))
    .innerJoin(conversations, eq(conversations.id, letters.conversationId))
    .where(
      and(
        eq(letters.userId, sender),
        eq(signedColumns.address, sql`lower(${address})`),
        byRecipient ? statusIn('seenByRecipient', letters.status) : statusIn('posted', letters.status),
        isNull(letters.webRevokedAt),
        isNull(conversations.recipientId),
      ),
    )
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(1);
  return found ?? null;
}

function linkMail(config: Config, words: Words, letter: LetterRow, url: string): OutgoingMail {
  const { t } = words;
  const sender = nameInMail(senderDisplayName({ ...letter, words }));
  const token = mailedTokenOf(letter);
  return plainMail(config, words, {
    to: letter.recipientEmail,
    subject: t('All letters from {sender}', { sender }),
    paragraphs: [
      t('This link shows every letter from {sender} to this address, with the answers, on one page.', {
        sender,
      }),
      t('It works for an hour. After that, the same link offers a fresh one.'),
    ],
    link: { address: url, label: t('See all letters from {sender}', { sender }) },
    closing: t(
      'If you did not ask for this, somebody else who can open one of these letters did. They do not have this link, and you need do nothing.',
    ),
    ...(token
      ? { stop: { address: stopUrl(config, token), label: t('Don’t send me letters from this person') } }
      : {}),
  });
}
