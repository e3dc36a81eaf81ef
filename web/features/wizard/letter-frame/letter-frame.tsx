import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { letterMarkup } from '../../../lib/trusted-types.ts';
import styles from './letter-frame.module.css';
import { patchDocument } from './patch-document.ts';

/** CSS pixels: the widest template, and the widest that a letter is shown. */
const LETTER_PX = 640;
const WIDEST_SHOWN_PX = 760;
/** Narrower boxes show the letter as a phone would, at its own size. */
const PHONE_PX = 480;

/** Height until the letter's own is measured, CSS pixels. */
const FIRST_HEIGHT_PX = 900;

/** As its mail looks, at its full height; `--words` is where its message begins. Our origin carries photos' cookie. */
export function LetterFrame({ html, title }: { html: string; title: string }) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [show] = useState(() => showDocument(inertLetter(html)));
  const [letter, setLetter] = useState<Document | null>(null);
  const [{ height, words }, setMeasures] = useState({ height: FIRST_HEIGHT_PX, words: 0 });
  const { width, scale } = fitLetter(useWidth(box));

  useEffect(() => {
    show(frame.current);
    let waiting = requestAnimationFrame(function poll() {
      // The frame's own load event waits for every photo.
      const document = frame.current?.contentDocument;
      if (document?.URL === 'about:srcdoc' && document.readyState !== 'loading') setLetter(document);
      else waiting = requestAnimationFrame(poll);
    });
    return () => cancelAnimationFrame(waiting);
  }, [show]);

  useEffect(() => {
    if (!letter) return;
    const measure = () =>
      setMeasures({
        height: Math.ceil(letter.body.getBoundingClientRect().height),
        // Only what its writer wrote is in a language of which nothing is known.
        words: letter.querySelector('[lang=""]')?.getBoundingClientRect().top ?? 0,
      });
    const observer = new ResizeObserver(measure);
    observer.observe(letter.body);
    return () => observer.disconnect();
  }, [letter]);

  useEffect(() => {
    if (letter) patchDocument(letter, inertLetter(html));
  }, [letter, html]);

  return (
    <div ref={box} className={styles.box} style={{ height: height * scale, '--words': `${words * scale}px` }}>
      <iframe
        ref={frame}
        className={styles.frame}
        style={{ width, height, transform: scale === 1 ? undefined : `scale(${scale})` }}
        title={title}
        sandbox="allow-same-origin"
        tabIndex={-1}
        scrolling="no"
      />
    </div>
  );
}

/** As on a phone, or at full width, scaled to the box. @returns width: CSS pixels the frame is laid out for */
export function fitLetter(box: number): { width: number; scale: number } {
  if (box < PHONE_PX) return { width: box, scale: 1 };
  const scale = Math.min(box, WIDEST_SHOWN_PX) / LETTER_PX;
  return { width: box / scale, scale };
}

/** CSS pixels that a miniature is laid out for: the widest template, and as much of it as the picker shows. */
export const MINIATURE = { width: 640, height: 865 };

/** Rendered once: rendering every template at each keystroke would be slow, and the change too small to see. */
export function Miniature({ html, scale, title }: { html: () => string; scale: number; title: string }) {
  const [show] = useState(() => showDocument(inertLetter(html())));
  return (
    <iframe
      ref={show}
      className={styles.frame}
      title={title}
      sandbox="allow-same-origin"
      tabIndex={-1}
      scrolling="no"
      style={{ ...MINIATURE, transform: `scale(${scale})` }}
    />
  );
}

/** A letter without its links: without `allow-popups` they would open inside the frame. */
function inertLetter(html: string): Document {
  const letter = new DOMParser().parseFromString(letterMarkup(html), 'text/html');
  for (const link of letter.querySelectorAll('a[href]')) link.removeAttribute('href');
  return letter;
}

/** Ref of a frame that shows the document. React would set `srcdoc` to plain text, which the page's policy refuses. */
function showDocument(letter: Document): (frame: HTMLIFrameElement | null) => void {
  return (frame) => {
    if (frame) frame.srcdoc = letterMarkup(`<!doctype html>${letter.documentElement.outerHTML}`);
  };
}

/** Width of an element's content box in CSS pixels, as it changes; 0 before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
