// The version that html-to-text brings: a tag that it sees and this does not would be counted by nobody.
import { Tokenizer } from 'htmlparser2';

/** Depth of elements that the text converter is given; deeper ones cost it quadratic time. */
const MAX_DEPTH = 400;
/** Open elements among which an end tag finds its own. */
const SEARCHED_DEPTH = 100;

const VOID = new Set('br hr img meta link input wbr col area base source embed param track'.split(' '));
/** Elements whose text no reader sees: the first three hold no tags, the last has Office's own data. */
const UNSEEN = new Set('style script title template noscript xml'.split(' '));
const WITHOUT_TAGS = new Set('style script title'.split(' '));
/** Their tags say nothing about the text, and one that is never closed would hide it. */
const FRAME = new Set('html head body'.split(' '));
const CELL = /^t[dh]$/;
const BLOCK = /^(?:p|div|tr|li|h[1-6]|blockquote|table|ul|ol|pre|hr|br)$/;
/** Elements that end where the next of their kind begins (HTML, 13.1.2.4: optional tags). */
const ENDS_ITSELF = new Set('p li tr td th dt dd option'.split(' '));

interface Visitor {
  text(text: string): void;
  /** @param tag as it is written, attributes included */
  open(name: string, tag: string, empty: boolean): void;
  close(name: string): void;
}

/**
 * Reads HTML by the rules of a browser's tokenizer, in linear time for any input: comments, declarations, style
 * sheets, scripts and Office's data are no tags and no text. A tag of Office such as `<w:LsdException/>` is empty when
 * it says so, although HTML gives that no meaning.
 */
function visit(html: string, visitor: Visitor): void {
  const ignored = () => undefined;
  let name = '';
  let tagAt = 0;
  let unseen = '';
  const lastEnds = new Map<string, number>();
  /** An element with tags in it that is never closed would hide the rest of the message. */
  const isClosedAfter = (at: number) => {
    if (WITHOUT_TAGS.has(name)) return true;
    const lastEnd = lastEnds.get(name) ?? html.toLowerCase().lastIndexOf(`</${name}`);
    lastEnds.set(name, lastEnd);
    return lastEnd > at;
  };
  const opened = (endIndex: number, closedItself: boolean) => {
    if (unseen !== '') return;
    const empty = VOID.has(name) || (closedItself && name.includes(':'));
    if (UNSEEN.has(name)) unseen = closedItself || !isClosedAfter(endIndex) ? '' : name;
    else if (!FRAME.has(name)) visitor.open(name, html.slice(tagAt, endIndex + 1), empty);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => {
        if (unseen === '') visitor.text(html.slice(start, end));
      },
      onopentagname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
        tagAt = start - 1;
      },
      onopentagend: (end) => opened(end, false),
      onselfclosingtag: (end) => opened(end, true),
      onclosetag: (start, end) => {
        const closed = html.slice(start, end).toLowerCase();
        if (unseen !== '') {
          if (closed === unseen) unseen = '';
        } else if (!FRAME.has(closed)) visitor.close(closed);
      },
      onattribdata: ignored,
      onattribentity: ignored,
      onattribend: ignored,
      onattribname: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onprocessinginstruction: ignored,
      ontextentity: ignored,
      onend: ignored,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

/**
 * The same HTML without what no reader sees, every element closed, and none deeper than the text converter can take:
 * of deeper elements the text is kept.
 */
export function cleanHtml(html: string): string {
  const kept: string[] = [];
  const open: string[] = [];
  const closeTop = () => {
    kept.push(`</${open.pop()}>`);
  };
  visit(html, {
    text: (text) => kept.push(text),
    open: (name, tag, empty) => {
      if (empty) return void kept.push(tag);
      if (ENDS_ITSELF.has(name) && open.at(-1) === name) closeTop();
      if (open.length < MAX_DEPTH) {
        kept.push(tag);
        open.push(name);
      } else kept.push(' ');
    },
    close: (name) => {
      const at = open.lastIndexOf(name);
      // Too deep to have been kept, or closed already.
      if (at < 0 || at < open.length - SEARCHED_DEPTH) return;
      while (open.length > at) closeTop();
    },
  });
  while (open.length > 0) closeTop();
  return kept.join('');
}

export function wordsOf(html: string): string {
  const kept: string[] = [];
  const lineEnd = (name: string) => {
    if (BLOCK.test(name)) kept.push('\n');
    else if (CELL.test(name)) kept.push(' ');
  };
  visit(html, { text: (text) => kept.push(text.replaceAll('\n', ' ')), open: lineEnd, close: lineEnd });
  return decodeEntities(kept.join(''))
    .replace(/[ \t]+/g, ' ')
    .replace(/(?<!\s)\s*\n\s*/g, '\n')
    .trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|([a-z]{2,4}));/g, (entity, code?: string, name?: string) => {
    if (name) return ENTITIES[name] ?? entity;
    const point = Number(code);
    return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });
}
