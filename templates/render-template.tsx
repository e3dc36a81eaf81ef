import { renderToStaticMarkup } from 'react-dom/server';
import { letterDocument } from './letter-document.ts';
import { paragraphsOf } from './message.ts';
import { Envelope } from './parts/envelope.tsx';
import { namesOf, shorten } from './parts/names.ts';
import { Gap, Table } from './parts/table.tsx';
import { writtenDay } from './parts/written-date.ts';
import { registry } from './registry.ts';
import { cssInScript, markupInScript } from './script-style.ts';
import { letterSubject } from './subject.ts';
import { type LetterMail, type MailDesign, type SetLetter, USUAL_WIDTH } from './template.ts';

type TemplateId = keyof typeof registry;

/** Throws RangeError when `writtenOn` is not a date. */
export type RenderTemplate = (id: TemplateId, letter: LetterMail) => string;

/** Gmail clips a message's HTML at 102 KB; some room is left for what relays add. */
const MOST_BYTES = 100_000;
const ALT_LENGTHS = [1000, 300, 100, 20];

/**
 * The same letter renders to the same document wherever it runs, so the preview shows what the server sends. Descriptions
 * of photos are shortened where the mail would be clipped; the plain text keeps them whole.
 */
export async function loadTemplates(): Promise<RenderTemplate> {
  const loaded = Object.entries(registry).map(
    async ([id, { preheader, mail }]) => [id, { preheader, ...(await mail()) }] as const,
  );
  const templates = new Map(await Promise.all(loaded));
  return (id, letter) => {
    const template = templates.get(id);
    if (!template) throw new Error(`There is no template called ${id}.`);
    const heading = letter.heading ?? template.preheader(letter.photos.length, letter.words);
    let html = '';
    const unnamed = letter.words.t('A photo of the handwritten letter');
    const set = {
      ...letter,
      names: namesOf(letter),
      paragraphs: paragraphsOf(letter.message),
      day: writtenDay(letter),
    };
    for (const length of ALT_LENGTHS) {
      const photos = letter.photos.map((photo) => ({ ...photo, alt: shorten(photo.alt, length) || unnamed }));
      html = renderOnce(template.design, heading, { ...set, photos });
      if (new TextEncoder().encode(html).length <= MOST_BYTES) break;
    }
    return html;
  };
}

function renderOnce(design: MailDesign, heading: string, letter: SetLetter): string {
  const { Body, width = USUAL_WIDTH, above = 14, below = 40, columnsCss = '' } = design;
  const { language } = letter.words;
  return letterDocument({
    design,
    language,
    columnsCss: cssInScript(columnsCss, language),
    deskCss: cssInScript(design.deskCss(letter), language),
    title: renderToStaticMarkup(<title>{letterSubject(letter)}</title>),
    preheader: renderToStaticMarkup(preheaderOf(heading, letter)),
    body: markupInScript(
      renderToStaticMarkup(
        <Table width={width} style={{ width: '100%', maxWidth: width }}>
          {letter.envelope && <Envelope letter={letter} />}
          {above > 0 && <Gap height={above} className="top" />}
          <Body letter={letter} heading={heading} />
          <Gap height={below} className="np" />
        </Table>,
      ),
      language,
    ),
  });
}

/** A mailbox shows about so much beside the subject, and begins with the visible text where there is less. */
const PREHEADER_CHARACTERS = 180;

function preheaderOf(heading: string, letter: SetLetter): string {
  const wrote = letter.words.t('{sender} wrote to you by hand.', { sender: letter.names.sender });
  const line = heading && `${heading}${/\p{P}$/u.test(heading) ? '' : '.'} ${wrote} `;
  return shorten(line + letter.message, PREHEADER_CHARACTERS) || wrote;
}
