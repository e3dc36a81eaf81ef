import type { Reply } from '../../../../shared/conversations.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import styles from './handwritten-pages.module.css';

/** Whether a recipient answered on the letter's page with photos of what they wrote on paper. */
export function isByHand({ origin, photos }: Pick<Reply, 'origin' | 'photos'>): boolean {
  return origin === 'page' && photos.length > 0;
}

/** 'Ilse Brandt wrote back by hand'; null for another answer */
export function byHandTitle(reply: Pick<Reply, 'own' | 'author' | 'origin' | 'photos'>): string | null {
  if (!isByHand(reply)) return null;
  const { own, author } = reply;
  return `${own ? 'You' : author.trim() || 'They'} wrote back by hand`;
}

interface HandwrittenPagesProps {
  reply: Reply;
  /** called with the position of a page, counted from 0 */
  onOpen: (position: number) => void;
}

/** An answer on paper: its pages, each large enough to see the hand. */
export function HandwrittenPages({ reply, onOpen }: HandwrittenPagesProps) {
  const { photos } = reply;
  return (
    <ol className={styles.pages}>
      {photos.map(({ url, alt, width, height }, position) => (
        <li key={url}>
          <button
            type="button"
            className={styles.page}
            aria-label={`Open page ${position + 1} of ${photos.length}${alt ? `: ${alt}` : ''}`}
            onClick={() => onOpen(position)}
          >
            <PhotoImage url={url} sizes="(width <= 820px) 80vw, 260px" alt="" width={width} height={height} />
          </button>
        </li>
      ))}
    </ol>
  );
}
