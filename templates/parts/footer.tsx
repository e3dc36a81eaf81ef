import { SMALLER_PHOTOS, STOP_LETTERS } from '../plain-text.ts';
import type { LetterMail } from '../template.ts';
import { namesOf } from './names.ts';
import { Name } from './prose.tsx';
import { type } from './table.tsx';

interface FooterProps {
  letter: LetterMail;
  ink: string;
  link?: string;
  /** Whether it stands on the wall, whose colour changes in a dark mail client. */
  onWall?: boolean;
}

/** How to answer, the product, and the links to the letter's page and to refusing letters. */
export function Footer({ letter, ink, link = ink, onWall = false }: FooterProps) {
  const anchor = { color: link, textDecoration: 'underline' };
  return (
    <p
      className={onWall ? 'on' : undefined}
      style={{ margin: 0, ...type('Arial,Helvetica,sans-serif', 13, 20, ink) }}
    >
      Reply to this e-mail and your words go straight back to <Name>{namesOf(letter).sender}</Name>.
      <br />
      Written by hand, sent with{' '}
      <a href={letter.productUrl} target="_blank" rel="noreferrer" style={anchor}>
        {letter.productName}
      </a>
      .
      {letter.photosReduced && (
        <>
          <br />
          {SMALLER_PHOTOS}
        </>
      )}
      {letter.webUrl && (
        <>
          <br />
          <a href={letter.webUrl} target="_blank" rel="noreferrer" style={anchor}>
            Open in the browser
          </a>
        </>
      )}
      {letter.stopUrl && (
        <>
          <br />
          <a href={letter.stopUrl} target="_blank" rel="noreferrer" style={anchor}>
            {STOP_LETTERS}
          </a>
        </>
      )}
    </p>
  );
}
