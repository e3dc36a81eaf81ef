import type { ReactElement } from 'react';
import type { Marked, Words } from '../shared/words.ts';

export interface TemplatePhoto {
  /** `cid:…` in a mail, a URL in the preview. */
  src: string;
  /** Pixels of the image behind `src`, upright. */
  width: number;
  height: number;
  alt: string;
}

/** User text is plain text; each template escapes it. */
export interface LetterMail {
  words: Words;
  productName: string;
  productUrl: string;
  senderName: string;
  recipientName: string;
  /** How the writer calls the recipient; by the whole name when absent. */
  greetingName?: string | null;
  recipientEmail: string;
  writtenOn: Date;
  /** The writer's, an IANA name, in which `writtenOn` becomes a day; UTC when absent. */
  timeZone?: string | null;
  /** The line over the letter: absent or null for the template's own, empty for none. */
  heading?: string | null;
  envelope?: boolean;
  /** Placeholder already replaced; blank lines separate paragraphs, a single newline breaks the line. */
  message: string;
  photos: TemplatePhoto[];
  webUrl?: string;
  stopUrl?: string;
  stampUrl?: string;
}

/** With what the designs make of it. */
export interface SetLetter extends LetterMail {
  names: { sender: string; recipient: string; called: string };
  paragraphs: string[];
  /** 'March 14, 2026' */
  day: string;
}

export interface Template {
  label: string & Marked;
  note: string & Marked;
  /** A mailbox shows it beside the subject, and the picker under the label. */
  preheader: (photoCount: number, words: Words) => string;
  /** Loads the mail component. The style of the letter's web page is `page.css`, beside `mail.tsx`. */
  mail: () => Promise<{ design: MailDesign }>;
}

export interface MailBodyProps {
  letter: SetLetter;
  heading: string;
}

/** Pixels of the body of a mail, where its design names no other. */
export const USUAL_WIDTH = 600;

export interface MailDesign {
  /** Pixels of the body; `USUAL_WIDTH` when absent. */
  width?: 640;
  /** Pixels left and right of the body on a narrow screen; none when absent. */
  side?: number;
  /** Pixels above the body on a narrow screen, and below it. */
  above?: number;
  below?: number;
  /**
   * Colour around the body, by day and in a dark mail client. By day it is lighter than luminance 205 of 255 or dark
   * enough for white text: programs that darken mail by themselves leave what lies between, and make text light.
   */
  background: string;
  darkBackground: string;
  /** Colour of text that stands on the wall (class `on`), in a dark mail client. */
  darkText: string;
  /** Further rules for screens as wide as the body. Numbers and constants only, never user text. */
  deskCss: (letter: SetLetter) => string;
  /**
   * Widths and gaps of columns (class `col`) where they stand side by side: on screens as wide as the body, and always in
   * Outlook for Windows, which knows no `display: block` of a cell,
   * and drops what has no space before `!important`.
   */
  columnsCss?: string;
  darkCss?: string;
  Body: (props: MailBodyProps) => ReactElement;
}
