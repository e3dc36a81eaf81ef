/** Without the joiners within words and emoji. */
const NOT_IN_A_NAME = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}/\\:*?"<>|])+/gu;
const CHARACTERS = 60;

/**
 * In NFC, without what file systems refuse, and cut between two characters as people count them. It may be empty;
 * the caller puts something before Windows' reserved names (CON, NUL, COM1, …).
 * @param most UTF-16 code units, so that no file system's limit of 255 bytes is reached
 */
export function fileNamePart(text: string, most = CHARACTERS): string {
  const plain = text.toWellFormed().normalize('NFC').replace(NOT_IN_A_NAME, ' ').replace(/\s+/g, ' ');
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(plain.replace(/^[. ]+/, ''))) {
    if (cut.length + segment.length > most) break;
    cut += segment;
  }
  while (cut.endsWith('.') || cut.endsWith(' ')) cut = cut.slice(0, -1);
  return cut;
}

export function fileNameWithEnding(name: string, most = CHARACTERS): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return fileNamePart(name.slice(0, name.length - ending.length), most - ending.length) + ending;
}
