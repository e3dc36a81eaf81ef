import type { ReactElement } from 'react';

/** One photo of the handwritten letter, as a paper shows it. */
export interface TemplatePhoto {
  /** `cid:…` in a mail, a URL in the preview. */
  src: string;
  /** Pixels of the image behind `src`, upright. */
  width: number;
  height: number;
  alt: string;
  /** The photo at full size; without it the photo is no link. */
  href?: string;
}

/** Everything that a letter's mail says. User text is plain text; each paper escapes it. */
export interface LetterMail {
  productName: string;
  productUrl: string;
  senderName: string;
  recipientName: string;
  recipientEmail: string;
  writtenOn: Date;
  /** IANA name, in which `writtenOn` becomes a day; UTC when absent. */
  timeZone?: string;
  /** Placeholder already replaced; blank lines part paragraphs, a single newline breaks the line. */
  message: string;
  /** In page order, 1 to 20. */
  photos: TemplatePhoto[];
  /** The letter's own page, for 'Open in the browser'. */
  webUrl?: string;
  /** Where the recipient may say that they want no more letters from this sender. */
  stopUrl?: string;
  /** The photos were made smaller than usual, so that the mail is not too large to arrive. */
  photosReduced?: boolean;
}

/** How one paper is made: its sheet, and the few things that only a style element can say. */
export interface TemplateDesign {
  /** Width of the sheet in CSS pixels where there is room. */
  width: 600 | 640;
  /** Colour around the sheet, by day and in a dark mail client. */
  wall: string;
  nightWall: string;
  /** Colour of text that lies on the wall (class `on`), in a dark mail client. */
  nightInk: string;
  /** Further rules for screens narrower than the sheet. Numbers and constants only, never user text. */
  phoneCss?: (letter: LetterMail) => string;
  /** Further rules for a dark mail client. */
  nightCss?: string;
  Sheet: (props: { letter: LetterMail }) => ReactElement;
}
