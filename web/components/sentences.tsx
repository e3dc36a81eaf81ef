import { Children, type ReactNode } from 'react';
import { sentenceGap } from '../../shared/words.ts';
import { language } from '../lib/words.tsx';

/** Sentences one after the other, with what stands between sentences in the language: nothing in Japanese. */
export function Sentences({ children }: { children: ReactNode }) {
  const gap = sentenceGap(language());
  return Children.toArray(children).flatMap((sentence, place) =>
    place === 0 ? [sentence] : [gap, sentence],
  );
}
