import { attachmentSentence, type ReplyAttachment } from '../../shared/attachments.ts';
import { html } from '../pages/html.ts';

export interface RelayWords {
  productName: string;
  /** whose words they are */
  author: string;
  body: string;
  /** set when it may not be the author; above the words */
  note: string | null;
  /** what it answers, one sentence */
  about: string;
  photos: { cid: string; alt: string; width: number; height: number }[];
  /** files that stay behind */
  attachments: readonly ReplyAttachment[];
  muteUrl: string;
}

const leftBehind = ({ attachments }: RelayWords) =>
  attachmentSentence(attachments, 'could not be carried along');

/** Below the words: who sees what, and the way out. */
function footerOf({ productName, author, about }: RelayWords): string {
  return `${about} Answer this mail and your words go to ${author}. It travels through ${productName}: this mail shows neither address, and your answer by mail lets ${author} see the one you write from in ${productName}.`;
}

const MUTE = 'No more mail from this conversation';

export function relayText(words: RelayWords): string {
  const photos =
    words.photos.length === 0
      ? ''
      : words.photos.length === 1
        ? '1 photo is attached.'
        : `${words.photos.length} photos are attached.`;
  const footer = `${footerOf(words)}\n${MUTE}: ${words.muteUrl}`;
  const parts = [words.note && `[${words.note}]`, words.body, photos, leftBehind(words), `* * *\n${footer}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const FONT = "font-family:Georgia,'Times New Roman',serif;color:#2b2723";
const SMALL = 'font-size:13px;line-height:1.5;color:#6b635a';

export function relayHtml(words: RelayWords): string {
  const files = leftBehind(words);
  const paragraphs = words.body
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(
      (paragraph) =>
        html`<p style="margin:0 0 1em;overflow-wrap:anywhere">${paragraph
          .split('\n')
          .map((line, index) => html`${index > 0 ? html`<br>` : null}${line}`)}</p>`,
    );
  const pictures = words.photos.map(
    ({ cid, alt, width, height }) =>
      html`<p style="margin:0 0 1em"><img src="cid:${cid}" alt="${alt}" width="${width}" height="${height}" style="max-width:100%;height:auto;border:0"></p>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.author}</title></head>
<body style="margin:0;padding:24px 16px;background:#fffdf8"><div style="${FONT};font-size:17px;line-height:1.6;max-width:640px;margin:0 auto">
${words.note ? html`<p style="${SMALL};margin:0 0 1.5em;padding:8px 12px;border:1px solid #c9a227">${words.note}</p>` : null}
${paragraphs}
${pictures}
${files ? html`<p style="${SMALL};margin:0 0 1em;overflow-wrap:anywhere">${files}</p>` : null}
<div style="${SMALL};margin-top:2em;padding-top:1em;border-top:1px solid #ddd5c8"><p style="margin:0 0 .5em">${footerOf(words)}</p><p style="margin:0"><a href="${words.muteUrl}" style="color:#6b635a">${MUTE}</a></p></div>
</div></body></html>`.markup;
}
