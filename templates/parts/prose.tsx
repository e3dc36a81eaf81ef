import { type CSSProperties, Fragment, type ReactNode } from 'react';

/** No line is indented further; a mail program that knows no other way breaks it anywhere. */
const DEEPEST_INDENT = 40;

/** The line with the spaces that it was typed with: HTML would drop those at its start and join the others. */
function keepSpaces(line: string): string {
  const typed = line.replaceAll('\t', '    ');
  const words = typed.trimStart();
  const indent = Math.min(typed.length - words.length, DEEPEST_INDENT);
  return '\u00a0'.repeat(indent) + words.replaceAll('  ', '\u00a0 ');
}

export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and this markup is never updated
    <Fragment key={index}>
      {index > 0 && <br />}
      {keepSpaces(line)}
    </Fragment>
  ));
}

/** A name or address inside a sentence of ours; its script may run in the other direction. */
export const Name = ({ children }: { children: string }) => <span dir="auto">{children}</span>;

/** The letter's heading for screen readers. Its type is said in full: Word inherits none. */
export function Title({ style, ...rest }: { children: ReactNode; style: CSSProperties; className?: string }) {
  return <h1 style={{ margin: 0, fontWeight: 400, ...style }} {...rest} />;
}

const MANY_PARAGRAPHS = 200;

interface ProseProps {
  paragraphs: string[];
  /** Space between paragraphs. */
  gap?: string;
  style?: CSSProperties;
  /** Whether more text follows, so that the last paragraph keeps its space too. */
  open?: boolean;
}

/**
 * Each paragraph has the direction of its own script, in a language of which nothing is known. A message of hundreds of
 * tiny paragraphs is set as one with blank lines: a paragraph element each would take the mail over the 102 KB at which
 * Gmail clips it.
 */
export function Prose({ paragraphs, gap = '1em', style, open = false }: ProseProps) {
  const blocks = paragraphs.length > MANY_PARAGRAPHS ? [paragraphs.join('\n\n')] : paragraphs;
  return blocks.map((paragraph, index) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity and this markup is never updated
      key={index}
      dir="auto"
      lang=""
      style={{ margin: open || index < blocks.length - 1 ? `0 0 ${gap}` : 0, ...style }}
    >
      <Lines text={paragraph} />
    </p>
  ));
}
