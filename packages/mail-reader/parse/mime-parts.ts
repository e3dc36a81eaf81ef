import { type Attachment, type Headers, MailParser } from 'mailparser';
import { decodedText, isDecodedHere } from './charset.ts';
import { unflowed } from './format-flowed.ts';

/** A part of the MIME tree as mailparser keeps it, as far as it is used here. */
interface MimePart {
  contentType: string | false;
  charset?: string;
  /** decoded by mailparser; Latin-1 stands for the bytes of a charset that is decoded here */
  textContent?: string;
  headers: Headers;
  children: MimePart[];
  /** as the splitter read it */
  node: { flowed: boolean; delSp: boolean; parentNode: { contentType: string | false } | false };
}

declare module 'mailparser' {
  interface MailParser {
    tree: MimePart | false;
    createNode(node: MimePart['node']): MimePart;
  }
}

/** One stretch of text of a message, in one form or in both: then they are alternatives (RFC 2046, 5.1.4). */
export interface TextPart {
  text: string | null;
  html: string | null;
  /** true for the text of an attached message */
  quoted?: boolean;
}

export interface MimeParts {
  headers: Headers;
  attachments: Attachment[];
  /** in the order of the message */
  texts: TextPart[];
}

interface TextForm {
  /** the charset that the part declares, when it is decoded here */
  charset: string | null;
  flowed: boolean;
  delSp: boolean;
}

/**
 * mailparser, but for the text: it joins format=flowed lines of different quotation depths, takes unknown bytes for
 * UTF-8, and gives all plain parts and all HTML parts as two texts, in which their order is lost.
 */
class PartsParser extends MailParser {
  readonly #forms = new Map<MimePart, TextForm>();

  override createNode(node: MimePart['node']): MimePart {
    const { flowed, delSp } = node;
    node.flowed = false;
    const part = super.createNode(node);
    const decodedHere = isDecodedHere(part.charset);
    this.#forms.set(part, { charset: decodedHere ? (part.charset ?? '') : null, flowed, delSp });
    if (decodedHere && /^text\/(?:plain|html)$/.test(part.contentType || '')) part.charset = 'binary';
    return part;
  }

  /** @returns the text of each part, in order */
  texts(): TextPart[] {
    return this.tree ? this.#textsOf(this.tree) : [];
  }

  #textsOf(part: MimePart): TextPart[] {
    const own = part.textContent ? [this.#textOf(part, part.textContent)] : [];
    const below = part.children.map((child) => this.#textsOf(child));
    const texts = part.contentType === 'multipart/alternative' ? chosenOf(below) : below.flat();
    const embedded = part.node.parentNode && part.node.parentNode.contentType === 'message/rfc822';
    if (!embedded) return [...own, ...texts];
    const all = [...own, ...texts].map((text) => ({ ...text, quoted: true }));
    return [{ text: fieldsOf(part.headers), html: null, quoted: true }, ...all];
  }

  #textOf(part: MimePart, content: string): TextPart {
    const form = this.#forms.get(part);
    const html = part.contentType === 'text/html';
    const given = form?.charset == null ? content : decodedText(Buffer.from(content, 'latin1'), form.charset);
    const text = form?.flowed && !html ? unflowed(given, form.delSp) : given;
    return html ? { text: null, html: text } : { text, html: null };
  }
}

/** The last alternative with HTML, which is the richest, with the plain one beside it. */
function chosenOf(alternatives: TextPart[][]): TextPart[] {
  const filled = alternatives.filter((parts) => parts.length > 0);
  const plain = filled.find((parts) => parts.every(({ html }) => html === null));
  const rich = filled.findLast((parts) => parts.some(({ html }) => html !== null));
  if (!rich) return plain ?? [];
  if (!plain || rich.some(({ html }) => html === null)) return rich;
  return [{ text: plain.map(({ text }) => text ?? '').join('\n'), html: htmlOf(rich) }];
}

export function htmlOf(texts: readonly TextPart[]): string | null {
  const parts = texts.flatMap(({ html }) => (html === null ? [] : [html]));
  return parts.length > 0 ? parts.join('<br/>\n') : null;
}

/** The lines by which an attached message is known as one. */
function fieldsOf(headers: Headers): string {
  const shown = (value: unknown) =>
    value instanceof Date
      ? value.toUTCString()
      : typeof value === 'object' && value !== null && 'text' in value
        ? String(value.text)
        : String(value);
  return ['From', 'Subject', 'Date', 'To']
    .filter((name) => headers.has(name.toLowerCase()))
    .map((name) => `${name}: ${shown(headers.get(name.toLowerCase()))}`)
    .join('\n');
}

/** Splits a raw message into its parts (RFC 2045, RFC 2046). */
export async function mimeParts(raw: Buffer): Promise<MimeParts> {
  const parser = new PartsParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    keepDeliveryStatus: true,
  });
  let headers: Headers = new Map();
  parser.on('headers', (found) => {
    headers = found;
  });
  parser.end(raw);
  const attachments: Attachment[] = [];
  for await (const part of parser) {
    if (part.type !== 'attachment') continue;
    const chunks: Buffer[] = [];
    for await (const chunk of part.content) chunks.push(chunk);
    attachments.push({ ...part, content: Buffer.concat(chunks) });
    part.release();
  }
  return { headers, attachments, texts: parser.texts() };
}
