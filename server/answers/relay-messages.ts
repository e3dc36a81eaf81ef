import { filesInWords, type ReplyAttachment, wrappingAdvice } from '../../shared/attachments.ts';
import { joinSentences, type Words } from '../../shared/words.ts';
import type { Config } from '../core/config.ts';
import { mailButton, mailDocument, mailHelp, mailText } from '../core/html/document.ts';
import { html, linesOf } from '../core/html/html.ts';

export interface RelayContent {
  /** in the language of whoever gets the mail */
  words: Words;
  productName: string;
  author: string;
  heading: string;
  body: string;
  /** the warning above the text; null when the author is certain */
  note: string | null;
  about: string;
  photos: { cid: string; alt: string; width: number }[];
  /** files that are not relayed */
  attachments: readonly ReplyAttachment[];
  /** the first is a button */
  links: { address: string; label: string }[];
  /** the letter that it answers, small; null where it cannot be shown */
  letter: { cid: string; alt: string; title: string; pages: number; address: string } | null;
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

const footOf = ({ productName: product, author, about, words }: RelayContent): string =>
  joinSentences(
    [
      about,
      words.t(
        'Answer this mail and your words go to {author}. It travels through {product}: this mail shows neither address, and your answer by mail lets {author} see the one you write from in {product}.',
        { author, product },
      ),
    ],
    words.language,
  );

export function relayText(content: RelayContent): string {
  const { words } = content;
  const count = content.photos.length;
  const photos = count === 0 ? '' : words.n(count, '1 photo is attached.', '{n} photos are attached.');
  const parts = [
    content.note && `[${content.note}]`,
    content.body,
    photos,
    attachmentNote(content),
    [
      '* * *',
      ...content.links.map((link) => words.t('{label}: {address}', link)),
      footOf(content),
      words.t('No more mail from this conversation: {url}', { url: content.muteUrl }),
    ].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Pixels of the sheet between its margins; Outlook for Windows knows no `max-width`. */
const SHEET = 528;

export function relayHtml(config: Config, content: RelayContent): string {
  const { words, productName, heading, letter } = content;
  const files = attachmentNote(content);
  const paragraphs = content.body
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p dir="auto" ${mailText.text}>${linesOf(paragraph)}</p>`);
  const pictures = content.photos.map(
    ({ cid, alt, width }) =>
      html`<p style="margin:0 0 16px"><img src="cid:${cid}" alt="${alt}" width="${Math.min(width, SHEET)}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0"></p>`,
  );
  const [button, ...others] = content.links;
  const quiet = others.map(
    ({ address, label }) => html`<p ${mailText.text}><a href="${address}" ${mailText.link}>${label}</a></p>`,
  );
  const answered =
    letter &&
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ln" style="border-top:1px solid #c6ced8"><tr><td width="60" style="padding:18px 0 8px"><a href="${letter.address}"><img src="cid:${letter.cid}" width="60" alt="${letter.alt}" style="display:block;width:60px;height:auto;border:0"></a></td><td style="padding:18px 0 8px;padding-inline-start:16px"><p ${mailText.small}><a href="${letter.address}" ${mailText.link}>${letter.title}</a><br>${words.n(letter.pages, '1 page', '{n} pages')}</p></td></tr></table>`;
  const body = html`<h1 ${mailText.heading}>${heading}</h1>
${content.note && html`<p ${mailText.text}><b>${content.note}</b></p>`}
${pictures}
${paragraphs}
${files && html`<p ${mailText.small}>${files}</p>`}
${button && mailButton(button)}
${quiet}
${answered}`;
  const foot = html`<p ${mailText.small}>${footOf(content)}</p>
<p ${mailText.small}><a href="${content.muteUrl}" ${mailText.link}>${words.t('No more mail from this conversation')}</a></p>
${mailHelp(config).helpLine}`;
  return mailDocument({
    language: words.language,
    title: heading,
    preheader: content.body.split('\n', 1)[0] || attachmentNote(content) || content.about,
    body,
    foot,
    productName,
  });
}
