/** Initials of a display name ('Maren Oakes' gives 'MO'), else the first letter of the e-mail address. */
export function initials(displayName: string, email: string): string {
  const words = displayName.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word) => Array.from(word ?? '')[0] ?? '').join('');
  return (letters || (Array.from(email)[0] ?? '?')).toUpperCase();
}
