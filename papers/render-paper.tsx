import { renderToStaticMarkup } from 'react-dom/server';
import type { PaperId } from '../shared/papers.ts';
import { classic } from './classic.tsx';
import { hackley } from './hackley.tsx';
import { mailDocument } from './mail-document.ts';
import { modern } from './modern.tsx';
import { museum } from './museum.tsx';
import { senderDisplayName, shorten } from './names.ts';
import { notebook } from './notebook.tsx';
import type { LetterMail, PaperDesign, PaperPhoto } from './paper.ts';
import { postcard } from './postcard.tsx';
import { preheader } from './preheader.ts';
import { storybook } from './storybook.tsx';
import { letterSubject } from './subject.ts';
import { Table } from './table.tsx';
import { vintage } from './vintage.tsx';
import { zine } from './zine.tsx';

const DESIGNS: Record<PaperId, PaperDesign> = {
  classic,
  modern,
  vintage,
  notebook,
  postcard,
  museum,
  zine,
  storybook,
  hackley,
};

/** Gmail clips a message's HTML at 102 KB; some room is left for what relays add. */
const MOST_BYTES = 100_000;
/** Characters of each photo's description, tried in turn until the mail is small enough. */
const ALT_LENGTHS = [1000, 300, 100];

/**
 * A letter's mail as a whole HTML document, the same for the same letter wherever it is rendered: the preview shows
 * what the server sends. Descriptions of photos are shortened where the mail would be clipped; the plain text keeps
 * them whole. Throws RangeError when `writtenOn` is not a date.
 */
export function renderPaper(id: PaperId, letter: LetterMail): string {
  let html = '';
  for (const length of ALT_LENGTHS) {
    html = renderOnce(id, {
      ...letter,
      photos: letter.photos.map((photo) => withDescription(photo, length)),
    });
    if (new TextEncoder().encode(html).length <= MOST_BYTES) break;
  }
  return html;
}

/** The photo with a description of at most so many characters; every photo has one. */
function withDescription(photo: PaperPhoto, length: number): PaperPhoto {
  return { ...photo, alt: shorten(photo.alt, length) || 'A photo of the handwritten letter' };
}

function renderOnce(id: PaperId, letter: LetterMail): string {
  const design = DESIGNS[id];
  const { Sheet, width } = design;
  const teaser = `${preheader(id, letter.photos.length)}. ${senderDisplayName(letter.senderName)} wrote to you by hand.`;
  return mailDocument({
    design,
    phoneCss: design.phoneCss?.(letter) ?? '',
    title: renderToStaticMarkup(<title>{letterSubject(letter.senderName)}</title>),
    preheader: renderToStaticMarkup(teaser),
    sheet: renderToStaticMarkup(
      <Table width={width} style={{ width: '100%', maxWidth: width }}>
        <Sheet letter={letter} />
      </Table>,
    ),
  });
}
