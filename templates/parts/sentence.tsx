import { Fragment, isValidElement, type ReactNode } from 'react';
import { type Asked, type Words, writtenNumber } from '../../shared/words.ts';

export function T<const S extends string>({
  words,
  text,
  ...values
}: { words: Words; text: S } & { [Name in Asked<S>]: ReactNode }) {
  const given: Record<string, ReactNode> = values;
  const worded = (value: ReactNode) =>
    typeof value === 'number' ? writtenNumber(value, words.language) : value;
  return words
    .pieces(text, (name) => textIn(given[name]))
    .map((piece, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity and this markup is never updated
      <Fragment key={place}>{place % 2 === 0 ? piece : worded(given[piece])}</Fragment>
    ));
}

function textIn(node: ReactNode): string {
  if (isValidElement<{ children?: ReactNode }>(node)) return textIn(node.props.children);
  return typeof node === 'string' ? node : '';
}
