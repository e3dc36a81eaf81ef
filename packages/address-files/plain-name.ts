import { NAME_MAX_CHARACTERS } from './lengths.ts';

/**
 * What no name has: control and format characters (among them marks that turn the direction of a text), ends of
 * lines, lone surrogates, private characters, and signs that show nothing.
 */
const NOT_IN_A_NAME =
  /[\u034f\u17b4\u17b5\u115f\u1160\u2800\u3164\uffa0\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The same, but a joiner stays between letters of Arabic and Indic scripts. Compiling it takes a phone 25 ms. */
const NOT_IN_A_NAME_WITH_JOINERS =
  /(?!(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])|(?<=\u0d4d)\u200d)[\u034f\u17b4\u17b5\u115f\u1160\u2800\u3164\uffa0\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

const signsNotIn = (text: string): RegExp =>
  /[\u200c\u200d]/.test(text) ? NOT_IN_A_NAME_WITH_JOINERS : NOT_IN_A_NAME;

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
