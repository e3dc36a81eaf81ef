import { useEffect, useRef, useState } from 'react';
import { inertLetter, showDocument } from './inert-letter.ts';
import styles from './letter-frame.module.css';
import { patchDocument } from './patch-document.ts';
import { useWidth } from './use-width.ts';

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
