/** What no file system, and no program that saves files, takes in a name; without the joiners within words and emoji. */
const NOT_IN_A_NAME = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}/\\:*?"<>|])+/gu;
const CHARACTERS = 60;

/**
 * A text as a part of a file's name: in NFC, without what file systems refuse, and cut between two characters as people
 * count them. It may be empty; Windows' reserved names (CON, NUL, COM1, …) are for the caller, who puts something before it.
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

/** The same for a file's name, with its ending. */
export function fileNameWithEnding(name: string, most = CHARACTERS): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return fileNamePart(name.slice(0, name.length - ending.length), most - ending.length) + ending;
}
