import { filesInWords, type ReplyAttachment, wrappingAdvice } from '../../shared/attachments.ts';
import { joinSentences, type Words } from '../../shared/words.ts';
import { mailDocument, mailText } from '../core/html/document.ts';
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
const travelsOf = ({ productName: product, author, words }: RelayContent): string =>
  words.t(
    'Answer this mail and your words go to {author}. It travels through {product}: this mail shows neither address, and your answer by mail lets {author} see the one you write from in {product}.',
    { author, product },
  );

export function relayText(content: RelayContent): string {
  const { words } = content;
  const count = content.photos.length;
  const photos = count === 0 ? '' : words.n(count, '1 photo is attached.', '{n} photos are attached.');
  const mute = words.t('No more mail from this conversation: {url}', { url: content.muteUrl });
  const footer = `${joinSentences([content.about, travelsOf(content)], words.language)}\n${mute}`;
  const parts = [
    content.note && `[${content.note}]`,
    content.body,
    photos,
    attachmentNote(content),
    `* * *\n${footer}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

export function relayHtml(content: RelayContent): string {
  const { words, productName } = content;
  const files = attachmentNote(content);
  const paragraphs = content.body
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p dir="auto" ${mailText.text}>${linesOf(paragraph)}</p>`);
  const pictures = content.photos.map(
    ({ cid, alt, width, height }) =>
      html`<p style="margin:0 0 16px"><img src="cid:${cid}" alt="${alt}" width="${width}" height="${height}" style="max-width:100%;height:auto;border:0"></p>`,
  );
  const body = html`<h1 ${mailText.heading}>${content.about}</h1>
${content.note && html`<p ${mailText.text}><b>${content.note}</b></p>`}
${pictures}
${paragraphs}
${files && html`<p ${mailText.small}>${files}</p>`}`;
  const foot = html`<p ${mailText.small}>${travelsOf(content)}</p>
<p ${mailText.small}><a href="${content.muteUrl}" ${mailText.link}>${words.t('No more mail from this conversation')}</a></p>`;
  return mailDocument({
    language: words.language,
    title: content.author,
    preheader: content.body.split('\n', 1)[0] || attachmentNote(content),
    body,
    foot,
    productName,
  });
}
