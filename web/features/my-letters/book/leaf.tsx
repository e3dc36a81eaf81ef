import type { ReactNode } from 'react';
import { filesInWords } from '../../../../shared/attachments.ts';
import { dayInWords } from '../../../../shared/day-in-words.ts';
import { displayUrl, type PhotoVariant } from '../../../../shared/photos.ts';
import { Postmark } from '../../../components/postmark.tsx';
import { Snail } from '../../../components/snail.tsx';
import { Stamp } from '../../../components/stamp.tsx';
import { currentWords, formatNumber, language, T, t } from '../../../lib/words.tsx';
import type { BookEntry } from './book-entries.ts';
import styles from './leaf.module.css';
import type { Paper } from './paper.ts';
import type { Block, Leaf, Piece } from './typeset.ts';

/** A screen reader does not read it out among the words. */
export function Foot({ number, children }: { number: number; children?: ReactNode }) {
  return (
    <p className={styles.foot} aria-hidden="true">
      <span>{formatNumber(number)}</span>
      <span className={styles.running}>{children}</span>
    </p>
  );
}

export function TextPiece({ block, text, gap = 0, mark = '' }: Partial<Piece> & { block: Block }) {
  const { entry, kind } = block;
  const style = { marginBlockStart: `calc(${gap} * var(--line) * var(--mm))` };
  if (kind === 'words') {
    return (
      <p className={styles.words} lang={entry.language} dir="auto" style={style}>
        {`${mark}${text ?? block.text}`}
      </p>
    );
  }
  if (kind === 'files') {
    return (
      <p className={styles.files} style={style}>
        {t('Files that came with it: {files}', { files: filesInWords(entry.files, currentWords()) })}
      </p>
    );
  }
  return kind === 'opening' ? <Opening entry={entry} /> : <Answered entry={entry} style={style} />;
}

function Opening({ entry }: { entry: BookEntry }) {
  return (
    <header className={styles.opening}>
      <span className={styles.postmark} aria-hidden="true">
        <Postmark word={formatNumber(entry.number ?? 0)} date={`${entry.day}T12:00:00`} tone="secondary" />
      </span>
      <h2>
        <span className={styles.who}>
          <FromTo entry={entry} />
          {/* A space that stays, for what reads the heading as one line, such as a PDF's outline. */}
          {'\u00a0'}
        </span>
        <span className={styles.day}>{dayInWords(entry.day, language())}</span>
      </h2>
      {entry.heading ? (
        <p className={styles.heading} lang={entry.language} dir="auto">
          {entry.heading}
        </p>
      ) : null}
    </header>
  );
}

function Answered({ entry, style }: { entry: BookEntry; style: { marginBlockStart: string } }) {
  return (
    <h2 className={styles.answered} id={entry.key} style={style}>
      <T text="{name} answered, {day}" name={entry.author} day={dayInWords(entry.day, language())} />
    </h2>
  );
}

export function FromTo({ entry }: { entry: BookEntry }) {
  return <T text="{name} to {other}" name={entry.author} other={entry.reader} />;
}

/** A letter begins with its photos. */
export function LeafContents({ leaf, paper, size }: { leaf: Leaf; paper: Paper; size: PhotoVariant }) {
  if (leaf.kind === 'text') {
    return (
      <div className={styles.text}>
        {leaf.pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a page never change
          <TextPiece key={index} {...piece} />
        ))}
      </div>
    );
  }
  const { entry, photos } = leaf;
  const begins = entry.number !== null && photos[0]?.page === 1;
  return (
    <div
      className={styles.photos}
      id={begins ? entry.key : undefined}
      data-beside={areBetterBeside(photos, paper) || undefined}
    >
      {photos.map(({ photo, page }) => (
        <BookPhoto
          key={photo.url}
          photo={photo}
          size={size}
          alt={
            photo.alt.trim() ||
            (entry.number === null
              ? t('Photo {number} of the reply', { number: page })
              : t('Page {page} of the handwritten letter', { page }))
          }
          place={`${dayInWords(entry.day, language())} · ${t('Page {page} of {count}', { page, count: entry.photos.length })}`}
        />
      ))}
    </div>
  );
}

interface BookPhotoProps {
  photo: BookEntry['photos'][number];
  size: PhotoVariant;
  alt: string;
  /** which photo of which letter, to name it when it fails */
  place: string;
}

function BookPhoto({ photo, size, alt, place }: BookPhotoProps) {
  return (
    <div className={styles.photo}>
      <img
        src={displayUrl(photo.url, size) ?? undefined}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading="lazy"
        decoding="async"
        data-place={place}
        onLoad={({ currentTarget }) => {
          currentTarget.dataset.loaded = '';
        }}
        onError={({ currentTarget }) => {
          delete currentTarget.dataset.loaded;
        }}
      />
      <span className={styles.missing} aria-hidden="true">
        {t('This photo can’t be shown')}
      </span>
    </div>
  );
}

function areBetterBeside(photos: readonly { photo: { width: number; height: number } }[], paper: Paper) {
  if (photos.length < 2) return false;
  const width = paper.width - 2 * paper.photoMargin;
  const height = paper.height - paper.photoMargin - paper.photoFoot;
  const area = (boxWidth: number, boxHeight: number) =>
    photos.reduce((sum, { photo }) => {
      const scale = Math.min(boxWidth / photo.width, boxHeight / photo.height);
      return sum + photo.width * photo.height * scale * scale;
    }, 0);
  return area(width / 2, height) > area(width, height / 2);
}

interface CoverProps {
  postmark: string;
  title: ReactNode;
  children: ReactNode;
}

/** The front, as an envelope has it: stamp and postmark above, and the names where an address stands. */
export function Cover({ postmark, title, children }: CoverProps) {
  return (
    <div className={styles.cover}>
      <div className={styles.franking} aria-hidden="true">
        <Postmark word={postmark} date={null} tone="secondary" tilt={-12} />
        <Stamp />
      </div>
      <div className={styles.address}>
        <h1>{title}</h1>
        <div className={styles.facts}>{children}</div>
      </div>
    </div>
  );
}

export function Back({ children }: { children: ReactNode }) {
  return (
    <div className={styles.back}>
      <Snail className={styles.snail} />
      {children}
    </div>
  );
}

interface PaperPageProps {
  /** recto: an odd page, with the binding where lines begin; verso: an even one */
  side: 'recto' | 'verso';
  children: ReactNode;
}

export function PaperPage({ side, children }: PaperPageProps) {
  return (
    <div className={styles.leaf} data-side={side} data-theme="light">
      {children}
    </div>
  );
}
