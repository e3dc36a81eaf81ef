/**
 * A letter's document for a frame of our own page: it looks the same, but its links are removed. Without
 * `allow-popups` they would open inside the frame.
 */
export function inertLetter(html: string): Document {
  const letter = new DOMParser().parseFromString(html, 'text/html');
  for (const link of letter.querySelectorAll('a[href]')) link.removeAttribute('href');
  return letter;
}

/** The document as text, for a frame's `srcdoc`. */
export function documentText(letter: Document): string {
  return `<!doctype html>${letter.documentElement.outerHTML}`;
}
