import { filesInWords, type ReplyAttachment, wrappingAdvice } from '../../shared/attachments.ts';
import { directionOf, joinSentences, type Words } from '../../shared/words.ts';
import { mailDocument } from '../core/html/document.ts';
import { html, linesOf } from '../core/html/html.ts';

export interface RelayContent {
  /** in the language of whoever gets the mail */
  words: Words;
  productName: string;
  /** name of the person who wrote it */
  author: string;
  body: string;
  /** the warning above the text; null when the author is certain */
  note: string | null;
  /** what it answers, one sentence */
  about: string;
  photos: { cid: string; alt: string; width: number; height: number }[];
  /** files that are not relayed */
  attachments: readonly ReplyAttachment[];
  muteUrl: string;
}

const attachmentNote = ({ attachments, productName, words }: RelayContent) =>
  joinSentences(
    [
      attachments.length > 0 &&
        words.n(
          attachments.length,
          '{files} was attached; it could not be carried along.',
          '{files} were attached; they could not be carried along.',
          { files: filesInWords(attachments, words) },
        ),
      attachments.some(({ id }) => id)
        ? words.t('What was kept is in this conversation in {product}.', { product: productName })
        : '',
      wrappingAdvice(attachments, words),
    ],
    words.language,
  );

/** Below the text: who sees which address. */
function footerOf({ productName: product, author, about, words }: RelayContent): string {
  const travels = words.t(
    'Answer this mail and your words go to {author}. It travels through {product}: this mail shows neither address, and your answer by mail lets {author} see the one you write from in {product}.',
    { author, product },
  );
  return joinSentences([about, travels], words.language);
}

export function relayText(content: RelayContent): string {
  const { words } = content;
  const count = content.photos.length;
  const photos = count === 0 ? '' : words.n(count, '1 photo is attached.', '{n} photos are attached.');
  const mute = words.t('No more mail from this conversation: {url}', { url: content.muteUrl });
  const footer = `${footerOf(content)}\n${mute}`;
  const parts = [
    content.note && `[${content.note}]`,
    content.body,
    photos,
    attachmentNote(content),
    `* * *\n${footer}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const FONT = "font-family:Georgia,'Times New Roman',serif;color:#2b2723";
const SMALL = 'font-size:13px;line-height:1.5;color:#6b635a';

export function relayHtml(content: RelayContent): string {
  const { words } = content;
  const files = attachmentNote(content);
  const dir = directionOf(words.language) === 'rtl' && html` dir="rtl"`;
  const paragraphs = content.body
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(
      (paragraph) =>
        html`<p dir="auto" style="margin:0 0 1em;overflow-wrap:anywhere">${linesOf(paragraph)}</p>`,
    );
  const pictures = content.photos.map(
    ({ cid, alt, width, height }) =>
      html`<p style="margin:0 0 1em"><img src="cid:${cid}" alt="${alt}" width="${width}" height="${height}" style="max-width:100%;height:auto;border:0"></p>`,
  );
  const body = html`<div${dir} style="${FONT};font-size:17px;line-height:1.6;max-width:640px;margin:0 auto">
${content.note ? html`<p style="${SMALL};margin:0 0 1.5em;padding:8px 12px;border:1px solid #c9a227">${content.note}</p>` : null}
${paragraphs}
${pictures}
${files ? html`<p style="${SMALL};margin:0 0 1em;overflow-wrap:anywhere">${files}</p>` : null}
<div style="${SMALL};margin-top:2em;padding-top:1em;border-top:1px solid #ddd5c8"><p style="margin:0 0 .5em">${footerOf(content)}</p><p style="margin:0"><a href="${content.muteUrl}" style="color:#6b635a">${words.t('No more mail from this conversation')}</a></p></div>
</div>`;
  const style = 'margin:0;padding:24px 16px;background:#fffdf8';
  return mailDocument({ language: words.language, title: content.author, style, body });
}
