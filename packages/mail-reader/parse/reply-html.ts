import { compile, type DomNode, type FormatCallback, type SelectorDefinition } from 'html-to-text';
import { cleanHtml } from './clean-html.ts';
import { cleanText, IMAGE_MARK, plainSpaces, QUOTE_MARK, REST_MARK } from './reply-marks.ts';
import { isSignature } from './reply-signature.ts';
import { decodedUri } from './safelinks.ts';

/** Characters of HTML that are looked at; the rest of a longer part is quotation if anything. */
const HTML_MAX_CHARACTERS = 1_000_000;

/** Elements around what was quoted, by the program that made them. */
const QUOTES = [
  'blockquote.gmail_quote', // Gmail
  'div.gmail_attr',
  'blockquote[type=cite]', // Apple Mail, Thunderbird, Fastmail, iCloud
  'div.moz-cite-prefix',
  'div.moz-forward-container',
  'div[class*=yahoo_quoted]', // Yahoo, which may put its own letters before the name
  'div[id*=yahoo_quoted]',
  'div.protonmail_quote', // Proton
  'blockquote.protonmail_quote',
  'div#mail-editor-reference-message-container', // Outlook on phones
  'div.OutlookMessageHeader',
  'blockquote.tutanota_quote', // Tuta
  'blockquote#blockquote_zmail', // Zoho
  'div[name=quote]', // GMX, WEB.DE
  'blockquote#isReplyContent', // NetEase
  'div#isReplyContent',
];

/** Elements after which everything is quoted (Outlook on the web and for Windows). */
const RESTS = ['div#appendonsend', 'div#divRplyFwdMsg', 'hr#stopSpelling'];

const SIGNATURES = [
  'div.gmail_signature',
  'span.gmail_signature_prefix',
  'div#Signature',
  'div#ms-outlook-mobile-signature',
  'div.moz-signature',
  'pre.moz-signature',
  'div.protonmail_signature_block',
  'div#AppleMailSignature',
];

/** A mark, or nothing, in the place of the element; the text before and after it are separate lines. */
const replaceBy =
  (mark: string): FormatCallback =>
  (_element, _walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 });
    builder.addInline(mark);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };

const quote = replaceBy(QUOTE_MARK);
const rest = replaceBy(REST_MARK);
const remove = replaceBy('');

/** Outlook for Mac puts what it quotes into this element, or the empty element before what it quotes. */
const outlookSource: FormatCallback = (element, walk, builder, options) => {
  const empty = !hasText(element);
  (empty ? rest : quote)(element, walk, builder, options);
};

function hasText({ type, data, children }: DomNode): boolean {
  return type === 'text' ? (data ?? '').trim() !== '' : (children ?? []).some(hasText);
}

/** Yahoo puts the writer's signature into this element; whoever sets the cursor there goes on writing in it. */
const signature: FormatCallback = (element, walk, builder, options) => {
  const lines = textIn(element)
    .split('\n')
    .flatMap((line) => line.trim() || []);
  if (isYahoos(element) && isSignature(lines)) remove(element, walk, builder, options);
  else walk(element.children ?? [], builder);
};

const isYahoos = ({ attribs, parent }: DomNode): boolean =>
  /^ydp|^yahoo-/.test(attribs?.class ?? '') || (parent ? isYahoos(parent) : false);

const textIn = ({ data, name, children }: DomNode): string =>
  name === 'br' ? '\n' : (data ?? '') + (children ?? []).map(textIn).join('') + (name === 'div' ? '\n' : '');

/** A mark with the Content-ID of an attached image; remote images are ignored. */
const image: FormatCallback = (element, walk, builder, options) => {
  const cid = /^cid:(.{1,500})$/i.exec(element.attribs?.src ?? '')?.[1];
  if (!cid) return;
  // A URL's escapes are decoded (RFC 2392, 2); invalid ones stay.
  const mark = `${IMAGE_MARK}${encodeURIComponent(decodedUri(cid) ?? cid)}${IMAGE_MARK}`;
  replaceBy(mark)(element, walk, builder, options);
};

/** Cells of a row are joined by a space; cells used for layout contain blocks of their own. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children ?? [], builder);
  builder.addInline(' ');
};

/**
 * Gmail's container has the line 'On … wrote:', then the quotation, then text that was typed below it. What comes
 * before the quotation is removed with it; what comes after is new.
 */
const gmailQuote: FormatCallback = (element, walk, builder) => {
  const children = element.children ?? [];
  const quoted = children.findIndex((child: DomNode) => child.name === 'blockquote');
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline(QUOTE_MARK);
  if (quoted >= 0) walk(children.slice(quoted + 1), builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const as = (format: string, selectors: string[]): SelectorDefinition[] =>
  selectors.map((selector) => ({ selector, format }));

const READABLE: SelectorDefinition[] = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  { selector: 'a[href^=mailto]', format: 'inline' },
  // A rule rendered as dashes would look like a signature's delimiter.
  { selector: 'hr', format: 'block' },
  { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ...as('cell', ['td', 'th']),
  { selector: 'ul', options: { itemPrefix: ' - ' } },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ...as('skip', ['[hidden]', '[style*="display:none"]', '[style*="display: none"]']),
];

const common = {
  wordwrap: false as const,
  // The whole part, not its first <body>: a quoted letter may have a <body> of its own.
  baseElements: { selectors: [] },
  formatters: { quote, remove, signature, rest, outlookSource, gmailQuote, image, cell },
};
const NO_IMAGES = as('skip', ['img']);
const IMAGES = as('image', ['img']);
const NO_QUOTES = [
  ...as('gmailQuote', ['div.gmail_quote']),
  ...as('quote', QUOTES),
  ...as('outlookSource', ['span#OLK_SRC_BODY_SECTION']),
  ...as('rest', RESTS),
];
const NO_SIGNATURES = [
  ...as('remove', SIGNATURES),
  ...as('signature', ['div[class^=ydp][class$=signature]', 'div.signature']),
];

/** Reads HTML as text, by these rules and by those for all. */
function reader(...rules: SelectorDefinition[][]): (html: string) => string {
  const convert = compile({ ...common, selectors: [...READABLE, ...rules.flat()] });
  // Entities may be non-breaking spaces; the rules expect plain ones.
  return (html) => plainSpaces(convert(cleanHtml(cleanText(html.slice(0, HTML_MAX_CHARACTERS)))));
}

export const wholeText = reader(NO_IMAGES);
export const textWithoutQuotes = reader(NO_IMAGES, NO_QUOTES, NO_SIGNATURES);
/** As `wholeText`, with a mark for each attached image. */
export const imagesIn = reader(IMAGES);
export const imagesOutsideQuotes = reader(IMAGES, NO_QUOTES);
export const imagesOutsideQuotesAndSignatures = reader(IMAGES, NO_QUOTES, NO_SIGNATURES);
