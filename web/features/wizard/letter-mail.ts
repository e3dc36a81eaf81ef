import { displayUrl, PHOTO_WIDTHS, type PhotoVariant } from '../../../shared/photos.ts';
import { personalise } from '../../../templates/message.ts';
import type { LetterMail } from '../../../templates/template.ts';
import type { Sender } from './sender.ts';
import type { WizardState } from './wizard-state.ts';

interface CommandContext {
  sender: Sender;
  productName: string;
  productUrl: string;
  writtenOn: Date;
  /** which stored variant the frame shows; the letter is laid out for the mail's own either way */
  size: PhotoVariant;
}

/** The letter as its mail will say it, with photos from the app instead of attachments. */
export function letterMail(
  state: Pick<WizardState, 'photos' | 'recipient' | 'message'>,
  { sender, size, ...rest }: CommandContext,
): LetterMail {
  const { name, email } = state.recipient;
  // Where the letter's own links lead is known when it is sent; that they stand there is seen before.
  const page = `${rest.productUrl}/l/`;
  return {
    ...rest,
    webUrl: page,
    stopUrl: `${page}stop`,
    senderName: sender.name,
    recipientName: name.trim(),
    recipientEmail: email.trim(),
    message: personalise(state.message, name),
    photos: state.photos.map(({ url, width, height, alt }, index) => {
      const scale = Math.min(1, PHOTO_WIDTHS.mail / width);
      return {
        src: displayUrl(url, size) ?? '',
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        alt: alt.trim() || `Page ${index + 1} of the handwritten letter from ${sender.name}`,
        href: `${page}photo/${index + 1}`,
      };
    }),
  };
}
