import { decodeText } from './decode-text.ts';

export interface VcardProperty {
  /** upper case, without its group */
  name: string;
  /** upper case */
  parameters: string;
  /** unfolded and decoded; still escaped */
  value: string;
}

const READ = new Set(
  'BEGIN END VERSION FN N NICKNAME EMAIL BDAY TZ LANG KIND AGENT X-ABSHOWAS X-ADDRESSBOOKSERVER-KIND'.split(
    ' ',
  ),
);
/** Characters of a value, and of what stands before it, that are looked at. */
const VALUE_MAX = 4_000;
const HEAD_MAX = 1_000;

interface Begun {
  name: string;
  parameters: string;
  parts: string[];
  length: number;
  isRead: boolean;
  isQuotedPrintable: boolean;
  /** whether its last line ends within the value */
  goesOn: boolean;
}

/**
 * The properties of vCards of any version (RFC 6350, RFC 2426, vCard 2.1), of those in `READ`: unfolded, and quoted-printable
 * decoded. What is no property is passed over.
 */
export function* vcardProperties(text: string, language: string): Generator<VcardProperty> {
  let begun: Begun | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    // A soft line break before the end of a card is none.
    if (begun && (isFolded || (begun.goesOn && !/^(BEGIN|END):VCARD/i.test(line)))) {
      extend(begun, isFolded && !begun.goesOn ? line.slice(1) : line);
      continue;
    }
    if (begun?.isRead) yield finish(begun, language);
    begun = begin(line);
  }
  if (begun?.isRead) yield finish(begun, language);
}

function begin(line: string): Begun | null {
  const colon = colonAt(line);
  if (colon < 0) return null;
  const head = line.slice(0, colon).toUpperCase();
  const semicolon = head.indexOf(';');
  const named = semicolon < 0 ? head : head.slice(0, semicolon);
  const name = named.slice(named.indexOf('.') + 1).trim();
  const begun: Begun = {
    name,
    parameters: semicolon < 0 ? '' : head.slice(semicolon),
    parts: [],
    length: 0,
    isRead: READ.has(name),
    isQuotedPrintable: head.includes('QUOTED-PRINTABLE'),
    goesOn: false,
  };
  extend(begun, line.slice(colon + 1));
  return begun;
}

function extend(begun: Begun, text: string): void {
  begun.goesOn = begun.isQuotedPrintable && text.endsWith('=');
  if (!begun.isRead || begun.length > VALUE_MAX) return;
  const part = (begun.goesOn ? text.slice(0, -1) : text).slice(0, VALUE_MAX);
  begun.parts.push(part);
  begun.length += part.length;
}

/** Where the value begins: a colon between quotes belongs to a parameter. */
function colonAt(line: string): number {
  const head = line.slice(0, HEAD_MAX);
  let quoted = false;
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '"') quoted = !quoted;
    else if (head[at] === ':' && !quoted) return at;
  }
  return head.indexOf(':');
}

function finish({ name, parameters, parts, isQuotedPrintable }: Begun, language: string): VcardProperty {
  const value = parts.join('');
  const [, charset] = /;CHARSET="?([\w.:-]{1,40})/.exec(parameters) ?? [];
  return {
    name,
    parameters,
    value: isQuotedPrintable ? decodeText(quotedPrintableBytes(value), language, charset) : value,
  };
}

/** RFC 2045, 6.7, without line breaks. */
function quotedPrintableBytes(text: string): Uint8Array {
  const pieces = text.match(/=[\da-f]{2}|=|[^=]+/gi) ?? [];
  const bytes = pieces.map((piece) =>
    /^=./.test(piece) ? [Number.parseInt(piece.slice(1), 16)] : [...new TextEncoder().encode(piece)],
  );
  return Uint8Array.from(bytes.flat());
}

/** A value's text, with its escapes undone (RFC 6350, 3.4). */
export const vcardText = (value: string): string =>
  value.replace(/\\(.)/gs, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

export function vcardComponents(value: string): string[] {
  const components = [''];
  for (const [piece] of value.matchAll(/\\.|[^\\]/gs)) {
    if (piece === ';') components.push('');
    else components[components.length - 1] += piece;
  }
  return components.map((component) => vcardText(component).trim());
}
