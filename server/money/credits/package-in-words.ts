import type { Words } from '../../../shared/words.ts';

/** An operator's name stays as it was written. */
export function packageInWords(name: string, { n, language }: Words): string {
  const credits = language === 'en' ? undefined : /^(\d{1,6}) credits?$/.exec(name)?.[1];
  return credits ? n(Number(credits), '1 credit', '{n} credits') : name;
}
