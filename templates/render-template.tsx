import { renderToStaticMarkup } from 'react-dom/server';
import { mailDocument } from './mail-document.ts';
import { Envelope } from './parts/envelope.tsx';
import { senderDisplayName, shorten } from './parts/names.ts';
import { Table } from './parts/table.tsx';
import * as registry from './registry.ts';
import { letterSubject } from './subject.ts';
import type { LetterMail, MailDesign, TemplatePhoto } from './template.ts';

type TemplateId = keyof typeof registry;

/** A letter's mail as a whole HTML document. Throws RangeError when `writtenOn` is not a date. */
export type RenderTemplate = (id: TemplateId, letter: LetterMail) => string;

/** Gmail clips a message's HTML at 102 KB; some room is left for what relays add. */
const MOST_BYTES = 100_000;
/** Characters of each photo's description, tried in turn until the mail is small enough. */
const ALT_LENGTHS = [1000, 300, 100];

/**
 * Loads how every template's mail is made. What it resolves to renders the same document for the same letter wherever
 * it runs, so the preview shows what the server sends. Descriptions of photos are shortened where the mail would be
 * clipped; the plain text keeps them whole.
 */
export async function loadTemplates(): Promise<RenderTemplate> {
  const loaded = Object.entries(registry).map(
    async ([id, { preheader, mail }]) => [id, { preheader, ...(await mail()) }] as const,
  );
  const templates = new Map(await Promise.all(loaded));
  return (id, letter) => {
    const template = templates.get(id);
    if (!template) throw new Error(`There is no template called ${id}.`);
    const heading = letter.heading ?? template.preheader(letter.photos.length);
    let html = '';
    for (const length of ALT_LENGTHS) {
      const photos = letter.photos.map((photo) => withDescription(photo, length));
      html = renderOnce(template.design, heading, { ...letter, photos });
      if (new TextEncoder().encode(html).length <= MOST_BYTES) break;
    }
    return html;
  };
}

/** The photo with a description of at most so many characters; every photo has one. */
function withDescription(photo: TemplatePhoto, length: number): TemplatePhoto {
  return { ...photo, alt: shorten(photo.alt, length) || 'A photo of the handwritten letter' };
}

function renderOnce(design: MailDesign, heading: string, letter: LetterMail): string {
  const { Body, width } = design;
  return mailDocument({
    design,
    deskCss: design.deskCss?.(letter) ?? '',
    title: renderToStaticMarkup(<title>{letterSubject(letter)}</title>),
    preheader: renderToStaticMarkup(preheaderOf(heading, letter)),
    body: renderToStaticMarkup(
      <Table width={width} style={{ width: '100%', maxWidth: width }}>
        {letter.envelope && <Envelope letter={letter} />}
        <Body letter={letter} heading={heading} />
      </Table>,
    ),
  });
}

/** A mailbox shows about so much beside the subject, and begins with the visible text where there is less. */
const PREHEADER_CHARACTERS = 180;

/** What a mailbox shows beside the subject: the line over the letter, if there is one, and the writer's first words. */
function preheaderOf(heading: string, letter: LetterMail): string {
  const wrote = `${senderDisplayName(letter.senderName)} wrote to you by hand.`;
  const line = heading && `${heading}${/\p{P}$/u.test(heading) ? '' : '.'} ${wrote} `;
  return shorten(line + letter.message, PREHEADER_CHARACTERS) || wrote;
}
