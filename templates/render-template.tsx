import { renderToStaticMarkup } from 'react-dom/server';
import type { TemplateId } from '../shared/templates.ts';
import { classic } from './classic/mail.tsx';
import { hackley } from './hackley/mail.tsx';
import { mailDocument } from './mail-document.ts';
import { modern } from './modern/mail.tsx';
import { museum } from './museum/mail.tsx';
import { notebook } from './notebook/mail.tsx';
import { senderDisplayName, shorten } from './parts/names.ts';
import { preheader } from './parts/preheader.ts';
import { Table } from './parts/table.tsx';
import { postcard } from './postcard/mail.tsx';
import { storybook } from './storybook/mail.tsx';
import { letterSubject } from './subject.ts';
import type { LetterMail, TemplateDesign, TemplatePhoto } from './template.ts';
import { vintage } from './vintage/mail.tsx';
import { zine } from './zine/mail.tsx';

const DESIGNS: Record<TemplateId, TemplateDesign> = {
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
export function renderTemplate(id: TemplateId, letter: LetterMail): string {
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
function withDescription(photo: TemplatePhoto, length: number): TemplatePhoto {
  return { ...photo, alt: shorten(photo.alt, length) || 'A photo of the handwritten letter' };
}

function renderOnce(id: TemplateId, letter: LetterMail): string {
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
