/** The usual encoding before UTF-8, by language; windows-1252 for all others. */
const BY_LANGUAGE: Record<string, string> = {
  ...Object.fromEntries(
    ['pl', 'cs', 'sk', 'hu', 'hr', 'sl', 'bs', 'ro'].map((code) => [code, 'windows-1250']),
  ),
  ...Object.fromEntries(['ru', 'uk', 'bg', 'be', 'mk', 'sr'].map((code) => [code, 'windows-1251'])),
  ...Object.fromEntries(['lt', 'lv', 'et'].map((code) => [code, 'windows-1257'])),
  ...{ el: 'windows-1253', tr: 'windows-1254', he: 'windows-1255', ar: 'windows-1256', fa: 'windows-1256' },
  ...{ vi: 'windows-1258', th: 'windows-874', ja: 'shift_jis', ko: 'euc-kr', zh: 'gb18030', 'zh-tw': 'big5' },
};

/** How far into a file it is looked for the encoding that it names. */
const LOOK_AT_BYTES = 64 * 1024;

/**
 * The text of a file: by its byte order mark, as UTF-8 where it is valid, else as the encoding that it names, else as
 * the one that programs used in that language.
 * @param language BCP 47, of the person
 * @param named the encoding that is said to be its own
 */
export function decodeText(bytes: Uint8Array, language: string, named?: string): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const lower = language.toLowerCase();
  const usual = BY_LANGUAGE[lower] ?? BY_LANGUAGE[lower.split('-')[0] ?? ''] ?? 'windows-1252';
  const decoder = decoderOf(named ?? namedIn(bytes) ?? usual) ?? new TextDecoder(usual);
  return decoder.decode(bytes);
}

/** UTF-16 with a byte order mark, or with a zero in every other byte as Latin letters have. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : null;
}

function namedIn(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('windows-1252').decode(bytes.subarray(0, LOOK_AT_BYTES));
  return [...beginning.matchAll(/;CHARSET="?([\w.:-]{1,40})/gi)]
    .map(([, name = '']) => name)
    .find((name) => !/^(utf-?8|us-ascii)$/i.test(name));
}

/** @returns null for a name that the Encoding Standard does not have */
export function decoderOf(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
