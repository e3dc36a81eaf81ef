import type { CSSProperties, ReactNode } from 'react';
import { answerUrl, STOP_LETTERS, WRITE_YOUR_OWN } from '../plain-text.ts';
import type { SetLetter } from '../template.ts';
import { Name } from './prose.tsx';
import { T } from './sentence.tsx';
import { ARIAL, type } from './table.tsx';

/** Its border takes the colour of its words, by day and night and in programs that change colours. */
const BUTTON: CSSProperties = {
  display: 'inline-block',
  border: '2px solid',
  borderRadius: 2,
  padding: '12px 24px',
  fontWeight: 700,
  fontFamily: ARIAL,
  fontSize: 17,
  lineHeight: '20px',
  textDecoration: 'none',
};

interface FooterProps {
  letter: SetLetter;
  ink: string;
  link?: string;
  /** The wall's colour changes in a dark mail client. */
  onWall?: boolean;
}

export function Footer({ letter, ink, link = ink, onWall = false }: FooterProps) {
  const { words, webUrl, stopUrl, stampUrl } = letter;
  const anchor = (href: string, text: ReactNode) => (
    <a href={href} target="_blank" rel="noreferrer" style={{ color: link, textDecoration: 'underline' }}>
      {text}
    </a>
  );
  const className = onWall ? 'on' : undefined;
  const line = (content: ReactNode) =>
    content && (
      <>
        <br />
        {content}
      </>
    );
  const { sender } = letter.names;
  return (
    <>
      {webUrl && (
        <p className={className} style={{ margin: '0 0 14px' }}>
          <a href={answerUrl(webUrl)} target="_blank" rel="noreferrer" style={{ ...BUTTON, color: link }}>
            {words.t('Write back by hand')}
          </a>
        </p>
      )}
      <p className={className} style={{ margin: 0, ...type(ARIAL, 13, 20, ink) }}>
        <T
          words={words}
          text="Reply to this e-mail and your words go straight back to {sender}."
          sender={<Name>{sender}</Name>}
        />
        {line(
          stampUrl && (
            <T
              words={words}
              text="A stamp is enclosed: {write}."
              write={anchor(stampUrl, words.t(WRITE_YOUR_OWN))}
            />
          ),
        )}
        {line(
          <T
            words={words}
            text="Written by hand, sent with {product}."
            product={anchor(letter.productUrl, letter.productName)}
          />,
        )}
        {line(webUrl && anchor(webUrl, words.t('Open in the browser')))}
        {line(stopUrl && anchor(stopUrl, words.t(STOP_LETTERS)))}
      </p>
    </>
  );
}
