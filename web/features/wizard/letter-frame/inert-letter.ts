import { letterMarkup } from '../../../lib/trusted-types.ts';

/** A letter without its links: without `allow-popups` they would open inside the frame. */
export function inertLetter(html: string): Document {
  const letter = new DOMParser().parseFromString(letterMarkup(html), 'text/html');
  for (const link of letter.querySelectorAll('a[href]')) link.removeAttribute('href');
  return letter;
}

/** Ref of a frame that shows the document. React would set `srcdoc` to plain text, which the page's policy refuses. */
export function showDocument(letter: Document): (frame: HTMLIFrameElement | null) => void {
  return (frame) => {
    if (frame) frame.srcdoc = letterMarkup(`<!doctype html>${letter.documentElement.outerHTML}`);
  };
}
