const NAME_MAX_CHARACTERS = 255;
/** Marks that turn the direction of text: they make one name look like another. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** What browsers put for these three in a multipart file name (WHATWG HTML, multipart/form-data encoding algorithm). */
const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** The name a file had on its owner's device, fit to be kept and shown: no path, no control characters. */
export function originalName(given: string | undefined): string {
  const name = (given ?? '')
    .replace(/%22|%0D|%0A/g, (escaped) => ESCAPED[escaped] ?? escaped)
    .normalize('NFC')
    .replace(DIRECTION_MARKS, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^.*[/\\]/, '')
    .trim();
  return [...name].slice(0, NAME_MAX_CHARACTERS).join('').trim() || 'photo';
}

/** The name to save the stored photo under: it is a JPEG now, whatever it was. */
export function downloadName(name: string): string {
  return `${name.replace(/\.[^.]{1,5}$/, '') || 'photo'}.jpg`;
}

/** Content-Disposition with a plain name for all and the true one for those who read RFC 5987 (RFC 6266, appendix D). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const file = downloadName(name);
  const plain = file
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const encoded = encodeURIComponent(file.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
