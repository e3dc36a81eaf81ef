import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Thread } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { TEMPLATE_BY_ID, TEMPLATE_IDS } from '../../../../shared/templates.ts';
import { messageOf, paragraphsOf } from '../../../../templates/message.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Modal } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { ZoomablePhoto } from '../../../components/zoomable-photo.tsx';
import { formatLetterDay } from '../../../lib/dates.ts';
import { currentWords, p, T, t } from '../../../lib/words.tsx';
import { cardPath } from '../chosen-recipient.ts';
import { photoSetOfLetter } from '../photos/photo-set.ts';
import { useSavePhoto } from '../photos/save-photo.ts';
import styles from './letter-reader.module.css';
import './papers.ts';

export type ReadableLetter = Pick<
  Thread['letter'] & Letter,
  'id' | 'template' | 'heading' | 'recipientName' | 'greetingName' | 'emailMessage' | 'createdAt' | 'photos'
> & { senderName: string; conversationId: string };

interface LetterReaderProps {
  letter: ReadableLetter;
  first?: number;
  onAnswer?: (() => void) | undefined;
  onClose: () => void;
}

/** Leaves are turned by swiping (scroll snap), by the arrow keys and by buttons. */
export function LetterReader({ letter, first = 0, onAnswer, onClose }: LetterReaderProps) {
  const strip = useRef<HTMLOListElement>(null);
  const [leaf, setLeaf] = useState(first);
  const [wordsOpen, setWordsOpen] = useState(false);
  const look = TEMPLATE_IDS.find((id) => id === letter.template) ?? 'classic';
  const count = letter.photos.length;
  const page = letter.photos[leaf];
  const words = page?.alt.trim() ?? '';
  const { save, isSaving, failureOf } = useSavePhoto();
  /** the leaf that the strip is scrolling to, at a key or a button; null once it is there */
  const goal = useRef<number | null>(null);

  const show = (next: number, behavior?: ScrollBehavior) => {
    const { current } = strip;
    if (!current || next < 0 || next > count) return;
    goal.current = next === leaf ? null : next;
    const left = next * current.clientWidth * (isRightToLeft(current) ? -1 : 1);
    current.scrollTo({ left, ...(behavior ? { behavior } : {}) });
  };
  const turn = (step: -1 | 1) => show((goal.current ?? leaf) + step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => show(first, 'instant'), []);

  function onKeyDown(event: KeyboardEvent) {
    const { key, target, currentTarget } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // A zoomed photo is scrolled with the arrow keys.
    if (target instanceof Element && target.closest('[data-zoomed]')) return;
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      event.preventDefault();
      turn((key === 'ArrowRight') === isRightToLeft(currentTarget) ? -1 : 1);
    } else if (target === currentTarget) scrollLeaf(strip.current?.children[leaf], key);
  }

  return (
    <Modal
      onClose={onClose}
      focusFirst={(dialog) => dialog.focus()}
      className={`${styles.reader} ${look}`}
      aria-describedby={undefined}
      onKeyDown={onKeyDown}
    >
      <header className={styles.bar}>
        <Radix.Close asChild>
          <IconButton icon="back" label={t('Close the letter')} />
        </Radix.Close>
        <Radix.Title className={styles.title} data-short={letter.senderName}>
          <span className="vh-narrow">
            <T text="A letter from {name}" name={letter.senderName} />
          </span>
        </Radix.Title>
        <p className={styles.place} role="status">
          {page ? t('Page {page} of {count}', { page: leaf + 1, count }) : t('Message')}
        </p>
        {page ? (
          <IconButton
            icon="download"
            label={t('Save this page')}
            aria-busy={isSaving(page.url) || undefined}
            onClick={() => save(page.url, photoSetOfLetter(letter).fileName(leaf + 1))}
          />
        ) : (
          <ButtonLink
            variant="quiet"
            size="sm"
            className={styles.card}
            to={cardPath(letter.conversationId)}
            aria-label={t('Print as a card')}
            title={t('Print as a card')}
          >
            <Icon name="print" />
          </ButtonLink>
        )}
      </header>
      <ol
        className={styles.strip}
        ref={strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          // Below zero where leaves follow each other to the left.
          const at = Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth));
          if (at === goal.current) goal.current = null;
          setLeaf(at);
        }}
        // A finger takes it elsewhere.
        onTouchStart={() => {
          goal.current = null;
        }}
      >
        {letter.photos.map((photo, index) => (
          <li key={photo.url} className={styles.leaf} aria-label={t('Page {page}', { page: index + 1 })}>
            {/* Neighbours are loaded before they are turned to; others when they are near. */}
            {Math.abs(index - leaf) <= 1 ? (
              <ZoomablePhoto
                className={styles.page}
                fit="reading"
                photo={photo}
                alt={photo.alt || t('Page {page} of the handwritten letter', { page: index + 1 })}
              />
            ) : null}
          </li>
        ))}
        <li className={styles.leaf} aria-label={t('Message')}>
          <Message letter={letter} look={look} />
        </li>
      </ol>
      {wordsOpen && words ? (
        <section className={styles.words} id="reader-words" aria-label={t('What it says')}>
          <p dir="auto">{words}</p>
        </section>
      ) : null}
      <footer className={styles.foot}>
        <Failure error={page && failureOf(page.url)} what={t('Download failed.')} />
        <IconButton
          icon="back"
          label={t('Page before')}
          aria-disabled={leaf === 0}
          onClick={() => turn(-1)}
        />
        {/* On the last page it says what comes. */}
        <Button
          variant="quiet"
          size="sm"
          className={styles.next}
          aria-label={leaf === count - 1 ? undefined : t('Next page')}
          aria-disabled={leaf === count}
          onClick={() => turn(1)}
        >
          {leaf === count - 1 ? t('Message') : null}
          <Icon name="forward" />
        </Button>
        {words ? (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={wordsOpen}
            aria-controls="reader-words"
            onClick={() => setWordsOpen(!wordsOpen)}
          >
            {t('What does it say?')}
          </Button>
        ) : null}
        {onAnswer ? (
          <Button size="sm" className={styles.answer} onClick={onAnswer}>
            {p('verb', 'Answer')}
          </Button>
        ) : null}
      </footer>
    </Modal>
  );
}

const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl';

/** Scrolls a leaf that is higher than the window: keys go to the dialog, which does not scroll itself. */
function scrollLeaf(leaf: Element | undefined, key: string): void {
  const box = leaf?.querySelector('[data-fit]') ?? leaf;
  if (!box) return;
  const whole = 0.85 * box.clientHeight;
  const steps: Record<string, number> = {
    ArrowDown: 80,
    ArrowUp: -80,
    PageDown: whole,
    ' ': whole,
    PageUp: -whole,
  };
  const top = steps[key];
  if (top !== undefined) box.scrollBy({ top, behavior: 'smooth' });
}

/** The message as on the letter's own page; its class names are those of the templates' `page.css`. */
function Message({ letter, look }: { letter: ReadableLetter; look: keyof typeof TEMPLATE_BY_ID }) {
  const { photos, createdAt, recipientName, senderName } = letter;
  const heading = letter.heading ?? TEMPLATE_BY_ID[look].preheader(photos.length, currentWords());
  const paragraphs = paragraphsOf(messageOf(letter));
  return (
    <article className="sheet">
      <header className="head">
        {heading ? (
          <p className="kicker" dir="auto">
            {heading}
          </p>
        ) : null}
        <h1>
          <T text="A letter from {name}" name={senderName} />
        </h1>
        <p className="to">
          <T
            text="To {name}, {date}"
            name={recipientName}
            date={
              <bdi>
                <time dateTime={createdAt}>{formatLetterDay(createdAt)}</time>
              </bdi>
            }
          />
        </p>
      </header>
      {paragraphs.length > 0 ? (
        <div className="message">
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a letter never change
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      ) : null}
    </article>
  );
}
