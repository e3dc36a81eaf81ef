import { eq } from 'drizzle-orm';
import { OUR_CIDS } from '../../../packages/mail-reader/parse/reply-images.ts';
import { letterPhotoName } from '../../../shared/photos.ts';
import { senderDisplayName } from '../../../templates/parts/names.ts';
import { knownZone } from '../../../templates/parts/written-date.ts';
import { renderPlainText } from '../../../templates/plain-text.ts';
import { loadTemplates } from '../../../templates/render-template.tsx';
import { letterSubject } from '../../../templates/subject.ts';
import type { LetterMail } from '../../../templates/template.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { envelopeAddress, mailFrom, replyAddress } from '../../mail/out/addresses.ts';
import { commonHeaders } from '../../mail/out/send-mail.ts';
import type { ComposedMail } from '../../mail/out/transport.ts';
import { isStamped } from '../../money/gifts/write-gifts.ts';
import { type LetterRow, mailedTokenOf, stopUrl } from '../data.ts';
import { photoKey } from '../photos/file-names.ts';
import { conversations } from '../schema.ts';
import { letterContent, photosOf } from './letter-content.ts';

/** The same row gives the same Message-ID and Date, so that a mail that is sent again is the same message. */
export async function composeLetter(needs: Services, letter: LetterRow): Promise<ComposedMail> {
  const { config, db, storage } = needs;
  const [conversation] = await db
    .select({ recipientToken: conversations.recipientToken })
    .from(conversations)
    .where(eq(conversations.id, letter.conversationId));
  if (!conversation) throw new Error(`Letter ${letter.id} has no conversation.`);
  const renderTemplate = await loadTemplates();
  const words = wordsFor(letter.language);
  const photos = await photosOf(db, letter, words);
  const stamped = await isStamped(db, letter.id);
  const attachments = photos.map(({ id }, index) => ({
    filename: letterPhotoName(letter.senderName, index + 1, words),
    contentType: 'image/jpeg',
    cid: `page-${index + 1}.${id}${OUR_CIDS}`,
    read: async () => (await storage.read(photoKey(id, 'mail'))).stream,
  }));
  const mail = letterContent(
    config,
    letter,
    words,
    photos,
    (position) => `cid:${attachments[position - 1]?.cid}`,
    stamped,
  );
  const from = mailFrom(config);
  const sender = senderDisplayName(mail);
  const token = mailedTokenOf(letter);
  return {
    from: {
      // Translators: the sender of a mail; keep the word ‘via’ if you can, by which quotations of it are recognised.
      name: words.t('{name} via {product}', { name: sender, product: config.PRODUCT_NAME }),
      address: from.address,
    },
    to: { name: letter.recipientName, address: letter.recipientEmail },
    replyTo: { name: sender, address: replyAddress(config, conversation.recipientToken) },
    subject: letterSubject(mail),
    text: renderPlainText(mail),
    html: renderTemplate(letter.template, mail),
    messageId: letter.messageId,
    envelopeSender: envelopeAddress(config, letter.envelopeToken),
    headers: commonHeaders('letter', words.language, token === null ? undefined : stopUrl(config, token)),
    date: dateField(mail),
    attachments,
  };
}

/** The Date field (RFC 5322, 3.3), in the time zone that the letter is dated in: both name the same day. */
function dateField({ writtenOn, timeZone }: Pick<LetterMail, 'writtenOn' | 'timeZone'>): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: knownZone(timeZone),
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const part = Object.fromEntries(format.formatToParts(writtenOn).map(({ type, value }) => [type, value]));
  // 'GMT-05:00', or 'GMT' alone.
  const offset = part.timeZoneName?.slice('GMT'.length).replace(':', '') || '+0000';
  return `${part.weekday}, ${part.day} ${part.month} ${part.year} ${part.hour}:${part.minute}:${part.second} ${offset}`;
}
