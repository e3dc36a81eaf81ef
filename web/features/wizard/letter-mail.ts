import { displayNameOf } from '../../../shared/display-name.ts';
import { displayUrl, PHOTO_WIDTHS, type PhotoVariant } from '../../../shared/photos.ts';
import type { Words } from '../../../shared/words.ts';
import { personalise } from '../../../templates/message.ts';
import { nameOfPage } from '../../../templates/parts/names.ts';
import { localTimeZone } from '../../../templates/parts/time-zone.ts';
import type { LetterMail } from '../../../templates/template.ts';
import { productName } from '../../lib/product-name.ts';
import type { WizardState } from './wizard-state.ts';

export interface Sender {
  name: string;
  email: string;
  /** the name was derived from their address */
  guessed: boolean;
}

/** The name that goes on the letter, as the server will write it. */
export function senderOf(person: { displayName: string | null; email: string }): Sender {
  return { name: displayNameOf(person), email: person.email, guessed: !person.displayName?.trim() };
}

interface LetterMailContext {
  /** of the letter's language */
  words: Words;
  sender: Sender;
  writtenOn: Date;
  /** the stored variant of photos to show; the layout is always that of the mail's variant */
  size: PhotoVariant;
}

/** The day that the letter bears, by the server's rule: that of its arrival, in the arrival's zone, if it has one. */
export const letterDay = ({ arrival }: Pick<WizardState, 'arrival'>, writtenOn: Date) =>
  arrival
    ? { writtenOn: new Date(arrival.at), timeZone: arrival.zone }
    : { writtenOn, timeZone: localTimeZone() };

/** The letter as it will be mailed, with photos from the app instead of attachments. */
export function letterMail(
  state: Pick<WizardState, 'photos' | 'recipient' | 'message' | 'heading' | 'envelope' | 'arrival' | 'stamp'>,
  { sender, size, ...rest }: LetterMailContext,
): LetterMail {
  const { name, email, greetingName } = state.recipient;
  // The real links exist once the letter is sent; the preview only shows where they will be.
  const productUrl = location.origin;
  const page = `${productUrl}/l/`;
  return {
    ...rest,
    productName: productName(),
    productUrl,
    ...letterDay(state, rest.writtenOn),
    webUrl: page,
    stopUrl: `${page}stop`,
    ...(state.stamp ? { stampUrl: `${productUrl}/credits?stamp` } : {}),
    senderName: sender.name,
    recipientName: name.trim(),
    greetingName: greetingName.trim(),
    heading: state.heading?.trim() ?? null,
    envelope: state.envelope,
    recipientEmail: email.trim(),
    message: personalise(state.message, state.recipient, rest.words),
    photos: state.photos.map(({ url, width, height, alt }, index) => {
      const scale = Math.min(1, PHOTO_WIDTHS.mail / width);
      return {
        src: displayUrl(url, size) ?? `cid:page-${index + 1}`,
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        alt: alt.trim() || nameOfPage(index + 1, sender.name, rest.words),
      };
    }),
  };
}
