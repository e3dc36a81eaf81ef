import { type CSSProperties, Fragment } from 'react';

/** User text with its line breaks. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and this markup is never updated
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

/** A name or address inside a sentence of ours; its script may run in the other direction. */
export function Name({ children }: { children: string }) {
  return <span dir="auto">{children}</span>;
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
 * The message, each paragraph in the direction of its own script. A message of hundreds of tiny paragraphs is set
 * as one with blank lines: a paragraph element each would take the mail over the 102 KB at which Gmail clips it.
 */
export function Prose({ paragraphs, gap = '1em', style, open = false }: ProseProps) {
  const blocks = paragraphs.length > MANY_PARAGRAPHS ? [paragraphs.join('\n\n')] : paragraphs;
  return blocks.map((paragraph, index) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity and this markup is never updated
      key={index}
      dir="auto"
      style={{ margin: open || index < blocks.length - 1 ? `0 0 ${gap}` : 0, ...style }}
    >
      <Lines text={paragraph} />
    </p>
  ));
}
