import { NAME_MAX_CHARACTERS } from './lengths.ts';

/**
 * What no name has: control and format characters (among them marks that turn the direction of a text), ends of
 * lines, lone surrogates, private characters, and signs that show nothing.
 */
const NOT_IN_A_NAME =
  /[\u034f\u17b4\u17b5\u115f\u1160\u2800\u3164\uffa0\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const JOINER = /[\u200c\u200d]/;
/** Between letters of Arabic and Indic scripts. */
const JOINER_IN_A_NAME =
  /(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])|(?<=\u0d4d)\u200d/u;

/** The list of scripts takes a phone 25 ms to compile: it is only read for a text with a joiner. */
const signsNotIn = (text: string): RegExp =>
  JOINER.test(text)
    ? new RegExp(`(?!${JOINER_IN_A_NAME.source})${NOT_IN_A_NAME.source}`, 'gu')
    : NOT_IN_A_NAME;

export const isPlainName = (name: string): boolean => name.search(signsNotIn(name)) < 0;

/** A text from elsewhere as a name: on one line, without what no name has, and no longer than a name may be. */
export function plainName(text: string, most = NAME_MAX_CHARACTERS): string {
  const plain = (part: string) =>
    part
      .replace(signsNotIn(part), (sign) => (/\s/.test(sign) ? ' ' : ''))
      .replace(/\s+/g, ' ')
      .trim();
  // The second time for a character that was cut in half.
  return plain(plain(text.slice(0, 4 * most)).slice(0, most));
}
