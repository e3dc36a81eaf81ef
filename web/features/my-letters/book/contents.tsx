import { dayInWords } from '../../../../shared/day-in-words.ts';
import { splitSalutation } from '../../../../templates/message.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber, language, n, t } from '../../../lib/words.tsx';
import type { BookEntry } from './book-entries.ts';
import styles from './contents.module.css';
import leaf from './leaf.module.css';
import { FromTo } from './leaf.tsx';
import type { Paper } from './paper.ts';

export interface ContentsRow {
  entry: BookEntry;
  page: number;
}

/** Letters from which on each has one line instead of two. */
const CLOSE_FROM = 30;
/** Lines of the title, and of a row with the space below it; the style sheet has the same. */
const TITLE_LINES = 3;
const ROW_LINES = { open: 2.5, close: 1.5 };

export function rowsOnPage(paper: Paper, letters: number): number {
  return Math.floor((paper.lines - TITLE_LINES) / ROW_LINES[letters < CLOSE_FROM ? 'open' : 'close']);
}

interface ContentsProps {
  rows: readonly ContentsRow[];
  letters: number;
  /** false for its second page and those after it */
  titled: boolean;
}

export function Contents({ rows, letters, titled }: ContentsProps) {
  // Of several pages the first is the landmark.
  const Frame = titled ? 'nav' : 'div';
  return (
    <Frame className={classNames(leaf.text, styles.contents)} aria-label={titled ? t('Contents') : undefined}>
      {titled ? <h2>{t('Contents')}</h2> : <div className={styles.untitled} />}
      <ol>
        {rows.map(({ entry, page }) => (
          <li key={entry.key}>
            <a href={`#${entry.key}`} className={styles.row}>
              <span className={styles.letter}>
                <span>{dayInWords(entry.day, language())}</span>
                <span className={styles.who}>
                  <FromTo entry={entry} />
                </span>
              </span>
              <span className={styles.page}>{formatNumber(page)}</span>
              {letters < CLOSE_FROM ? (
                <span className={styles.begins} lang={entry.language} dir="auto">
                  {beginning(entry)}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ol>
    </Frame>
  );
}

const BEGINNING_CHARACTERS = 120;

function beginning({ heading, paragraphs, photos }: BookEntry): string {
  const { body } = splitSalutation(paragraphs);
  const words = (body[0] || heading).replace(/\s+/g, ' ').trim();
  return words.slice(0, BEGINNING_CHARACTERS).toWellFormed() || n(photos.length, '1 page', '{n} pages');
}
