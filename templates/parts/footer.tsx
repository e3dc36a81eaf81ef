import type { ReactNode } from 'react';
import { SMALLER_PHOTOS, STOP_LETTERS, WRITE_YOUR_OWN } from '../plain-text.ts';
import type { LetterMail } from '../template.ts';
import { namesOf } from './names.ts';
import { Name } from './prose.tsx';
import { T } from './sentence.tsx';
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
  const { words, webUrl, stopUrl, stampUrl } = letter;
  const anchor = (href: string, text: ReactNode) => (
    <a href={href} target="_blank" rel="noreferrer" style={{ color: link, textDecoration: 'underline' }}>
      {text}
    </a>
  );
  return (
    <p
      className={onWall ? 'on' : undefined}
      style={{ margin: 0, ...type('Arial,Helvetica,sans-serif', 13, 20, ink) }}
    >
      <T
        words={words}
        text="Reply to this e-mail and your words go straight back to {sender}."
        sender={<Name>{namesOf(letter).sender}</Name>}
      />
      {stampUrl && (
        <>
          <br />
          <T
            words={words}
            text="{sender} enclosed a stamp: {write}."
            sender={<Name>{namesOf(letter).sender}</Name>}
            write={anchor(stampUrl, words.t(WRITE_YOUR_OWN))}
          />
        </>
      )}
      <br />
      <T
        words={words}
        text="Written by hand, sent with {product}."
        product={anchor(letter.productUrl, letter.productName)}
      />
      {letter.photosReduced && (
        <>
          <br />
          {words.t(SMALLER_PHOTOS)}
        </>
      )}
      {webUrl && (
        <>
          <br />
          {anchor(webUrl, words.t('Open in the browser'))}
        </>
      )}
      {stopUrl && (
        <>
          <br />
          {anchor(stopUrl, words.t(STOP_LETTERS))}
        </>
      )}
    </p>
  );
}
