/** Matches from the beginning of a word only, so that a word without an @ is scanned once. */
const ADDRESS = /(?<![^\s<>,;:"()[\]])[^\s<>,;:"()[\]]{1,200}@[^\s<>,;:"()[\]]{1,255}/g;
const SEARCHED_CHARACTERS = 20_000;

export function addressesIn(text: string, most: number = SEARCHED_CHARACTERS): string[] {
  return text.slice(0, most).match(ADDRESS) ?? [];
}
