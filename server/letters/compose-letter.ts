import { and, asc, eq } from 'drizzle-orm';
import { personalise } from '../../papers/message.ts';
import type { LetterMail } from '../../papers/paper.ts';
import { renderPlainText } from '../../papers/plain-text.ts';
import { renderPaper } from '../../papers/render-paper.tsx';
import { letterSubject } from '../../papers/subject.ts';
import { PAPER_IDS, type PaperId } from '../../shared/papers.ts';
import { PHOTO_WIDTHS } from '../../shared/photos.ts';
import { letterPhotos, photos } from '../db/schema.ts';
import { envelopeAddress, mailFrom, replyAddress } from '../mail/addresses.ts';
import type { ComposedMail } from '../mail/transport.ts';
import { photoKey } from '../photos/photo-key.ts';
import type { Services } from '../services.ts';
import type { LetterRow } from './data.ts';

/** The letter's mail, whole: the chosen paper, the words in plain text, the photos as inline parts. */
export async function composeLetter(
  { db, config, storage }: Pick<Services, 'db' | 'config' | 'storage'>,
  letter: LetterRow,
  recipientToken: string,
): Promise<ComposedMail> {
  const pages = await db
    .select({
      id: photos.id,
      width: photos.width,
      height: photos.height,
      bytes: photos.mailBytes,
      alt: letterPhotos.alt,
    })
    .from(letterPhotos)
    .innerJoin(photos, eq(photos.id, letterPhotos.photoId))
    .where(and(eq(letterPhotos.letterId, letter.id)))
    .orderBy(asc(letterPhotos.position));
  const named = pages.map((page, index) => ({ ...page, cid: `page-${index + 1}.${page.id}@slow-letters` }));

  const mail: LetterMail = {
    productName: config.PRODUCT_NAME,
    productUrl: config.publicUrl,
    senderName: letter.senderName,
    recipientName: letter.recipientName,
    recipientEmail: letter.recipientEmail,
    writtenOn: letter.queuedAt ?? letter.createdAt,
    message: personalise(letter.emailMessage, letter.recipientName),
    photos: named.map((page, index) => ({
      src: `cid:${page.cid}`,
      ...mailSize(page),
      alt: page.alt || `Page ${index + 1} of the handwritten letter from ${letter.senderName}`,
    })),
  };
  const from = mailFrom(config);
  return {
    from: { name: `${letter.senderName} via ${config.PRODUCT_NAME}`, address: from.address },
    to: { name: letter.recipientName, address: letter.recipientEmail },
    replyTo: { name: letter.senderName, address: replyAddress(config, recipientToken) },
    subject: letterSubject(letter.senderName),
    text: renderPlainText(mail),
    html: renderPaper(knownPaper(letter.template), mail),
    messageId: letter.messageId,
    envelopeSender: envelopeAddress(config, letter.envelopeToken),
    date: letter.queuedAt ?? letter.createdAt,
    attachments: named.map((page, index) => ({
      filename: `page-${index + 1}.jpg`,
      contentType: 'image/jpeg',
      cid: page.cid,
      size: page.bytes,
      read: async () => (await storage.read(photoKey(page.id, 'mail'))).stream,
    })),
  };
}

/** Pixels of the mail variant that was made from a display variant of this size. */
function mailSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, PHOTO_WIDTHS.mail / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function knownPaper(template: string): PaperId {
  const paper = PAPER_IDS.find((id) => id === template);
  if (!paper) throw new Error(`There is no paper called ${template}.`);
  return paper;
}
