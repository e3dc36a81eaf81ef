import type { Words } from '../../../shared/words.ts';

/** A package's name: the product's own, such as '5 credits', in the reader's language; an operator's as it was written. */
export function packageInWords(name: string, { n, language }: Words): string {
  const credits = language === 'en' ? undefined : /^(\d{1,6}) credits?$/.exec(name)?.[1];
  return credits ? n(Number(credits), '1 credit', '{n} credits') : name;
}
