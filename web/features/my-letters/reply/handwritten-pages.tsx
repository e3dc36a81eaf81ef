import type { Reply } from '../../../../shared/conversations.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { t } from '../../../lib/words.tsx';
import styles from './handwritten-pages.module.css';

/** Of an answer on the letter's page with photos of what was written on paper; null for any other. */
export function byHandTitle(reply: Pick<Reply, 'own' | 'author' | 'origin' | 'photos'>): string | null {
  const { own, author, origin, photos } = reply;
  if (origin !== 'page' || photos.length === 0) return null;
  if (own) return t('You wrote back by hand');
  const name = author.trim();
  return name ? t('{name} wrote back by hand', { name }) : t('They wrote back by hand');
}

function pageLabel(page: number, count: number, words: string): string {
  return words
    ? t('Open page {page} of {count}: {words}', { page, count, words })
    : t('Open page {page} of {count}', { page, count });
}

interface HandwrittenPagesProps {
  reply: Reply;
  /** counted from 0 */
  onOpen: (position: number) => void;
}

export function HandwrittenPages({ reply, onOpen }: HandwrittenPagesProps) {
  const { photos } = reply;
  return (
    <ol className={styles.pages}>
      {photos.map((photo, position) => (
        <li key={photo.url}>
          <button
            type="button"
            className={styles.page}
            aria-label={pageLabel(position + 1, photos.length, photo.alt)}
            onClick={() => onOpen(position)}
          >
            <PhotoImage photo={photo} sizes="(width <= 820px) 80vw, 260px" alt="" />
          </button>
        </li>
      ))}
    </ol>
  );
}
