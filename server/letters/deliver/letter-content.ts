import { asc, eq } from 'drizzle-orm';
import { PHOTO_WIDTHS } from '../../../shared/photos.ts';
import type { Words } from '../../../shared/words.ts';
import { messageOf } from '../../../templates/message.ts';
import { nameOfPage } from '../../../templates/parts/names.ts';
import { letterSubject } from '../../../templates/subject.ts';
import type { LetterMail } from '../../../templates/template.ts';
import type { Config } from '../../core/config.ts';
import type { Executor } from '../../core/db/database.ts';
import { wordsFor } from '../../core/words.ts';
import { claimUrl } from '../../money/gifts/data.ts';
import { type LetterRow, mailedTokenOf, stopUrl, webPageUrl } from '../data.ts';
import type { PhotoRow } from '../photos/data.ts';
import { photos } from '../photos/schema.ts';
import { letterPhotos } from '../schema.ts';

export interface LetterPhoto extends Pick<PhotoRow, 'id' | 'width' | 'height' | 'originalName'> {
  alt: string;
  /** the sender's description; empty for none */
  words: string;
}

export async function photosOf(
  db: Executor,
  letter: Pick<LetterRow, 'id' | 'senderName'>,
  words: Words,
): Promise<LetterPhoto[]> {
  const { id, width, height, originalName } = photos;
  const rows = await db
    .select({ id, width, height, originalName, alt: letterPhotos.alt })
    .from(letterPhotos)
    .innerJoin(photos, eq(photos.id, letterPhotos.photoId))
    .where(eq(letterPhotos.letterId, letter.id))
    .orderBy(asc(letterPhotos.position));
  return rows.map((row, index) => ({
    ...row,
    words: row.alt,
    alt: row.alt || nameOfPage(index + 1, letter.senderName, words),
  }));
}

/** @param srcOf URL of the photo at a position, from 1 @param stamped whether an unclaimed stamp is enclosed */
export function letterContent(
  config: Pick<Config, 'PRODUCT_NAME' | 'publicUrl'>,
  letter: LetterRow,
  words: Words,
  pages: LetterPhoto[],
  srcOf: (position: number) => string,
  stamped: boolean,
): LetterMail {
  const token = mailedTokenOf(letter);
  const open = token !== null && letter.webRevokedAt === null;
  return {
    words,
    productName: config.PRODUCT_NAME,
    productUrl: config.publicUrl,
    ...writtenBy(letter),
    recipientName: letter.recipientName,
    greetingName: letter.greetingName,
    heading: letter.heading,
    envelope: letter.envelope,
    recipientEmail: letter.recipientEmail,
    message: messageOf(letter, words),
    photos: pages.map((page, index) => ({
      src: srcOf(index + 1),
      ...mailSize(page),
      alt: page.alt,
    })),
    ...(open ? { webUrl: webPageUrl(config, token) } : {}),
    ...(stamped ? { stampUrl: claimUrl(config) } : {}),
    ...(token === null ? {} : { stopUrl: stopUrl(config, token) }),
  };
}

/** Dated by the day on which it was queued: in the time zone of its chosen arrival, or else its sender's. */
export const writtenBy = ({ senderName, queuedAt, createdAt, arriveZone, timeZone }: LetterRow) => ({
  senderName,
  writtenOn: queuedAt ?? createdAt,
  timeZone: arriveZone ?? timeZone,
});

export const subjectOfAnswer = (letter: LetterRow): string =>
  `Re: ${letterSubject({ ...writtenBy(letter), words: wordsFor(letter.language) })}`;

function mailSize({ width, height }: LetterPhoto): { width: number; height: number } {
  const scale = Math.min(1, PHOTO_WIDTHS.mail / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
