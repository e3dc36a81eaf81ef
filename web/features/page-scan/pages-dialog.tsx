import { useEffect, useState } from 'react';
import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { Picture } from '../../../packages/page-finder/picture.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { PhotoImage } from '../../components/photo-image.tsx';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { n, t } from '../../lib/words.tsx';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import type { PhotoWithPage } from './find-pages.ts';
import { PageCanvas } from './page-canvas.tsx';
import { openPage } from './page-reader.ts';
import styles from './pages-dialog.module.css';
import { type TakePage, takePages } from './take-pages.ts';

/** Gets the photos that were taken, as they were before, and why others were not; null when all were. */
export type PagesTaken = (before: LetterPhoto[], problem: string | null) => void;

interface PagesDialogProps {
  pages: PhotoWithPage[];
  /** number of a photo in the letter, from 1 */
  numberOf: (photo: LetterPhoto) => number;
  onTake: TakePage;
  onTaken: PagesTaken;
  onClose: () => void;
}

/** Before and after of all pages, of which each can be left as it is. */
export function PagesDialog({ pages: offered, numberOf, onTake, onTaken, onClose }: PagesDialogProps) {
  const toast = useToast();
  // Those that are taken are no longer offered; the dialog shows them until it closes.
  const [pages] = useState(offered);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [taking, setTaking] = useState<number | null>(null);
  const shown = useIsShown();
  const chosen = pages.filter(({ photo }) => !left.has(photo.id));

  async function take() {
    const { taken, failure } = await takePages(chosen, {
      onTake,
      onBegin: setTaking,
      isStopped: () => !shown.current,
    });
    if (failure) console.error('A page could not be straightened', failure.cause);
    const problem = failure && messageForPerson(failure.cause, t('Please try again'));
    // Also midway: what was taken can be undone, and the rest is offered again.
    if (taken.length > 0) {
      if (shown.current) onClose();
      return onTaken(taken, problem);
    }
    if (!problem || !shown.current) return;
    toast({ title: t('The pages could not be straightened'), description: problem, tone: 'error' });
    setTaking(null);
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('Straight and bright pages')}
      description={t('Each can be taken back at any time before the letter is sent.')}
      width={980}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Leave them')}
          </Button>
          <Button busy={taking !== null} aria-disabled={chosen.length === 0} onClick={() => void take()}>
            {taking === null
              ? n(chosen.length, 'Take this page', 'Take {n} pages')
              : t('Page {number} of {count}…', { number: taking, count: chosen.length })}
          </Button>
        </>
      }
    >
      <ol className={styles.pages} inert={taking !== null}>
        {pages.map(({ photo, corners }) => (
          <li key={photo.id} className={styles.pair}>
            <PhotoImage
              url={photo.url}
              size="mail"
              alt={t('Photo {number} before', { number: numberOf(photo) })}
              width={photo.width}
              height={photo.height}
              className={styles.picture}
            />
            <PageAfter
              photo={photo}
              corners={corners}
              alt={t('Photo {number} after', { number: numberOf(photo) })}
            />
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={!left.has(photo.id)}
                onChange={({ currentTarget }) => {
                  const next = new Set(left);
                  if (currentTarget.checked) next.delete(photo.id);
                  else next.add(photo.id);
                  setLeft(next);
                }}
              />
              {t('Straighten and brighten photo {number}', { number: numberOf(photo) })}
            </label>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** Pixels of its longer edge. */
const LONGEST = 900;

function PageAfter({ photo, corners, alt }: PhotoWithPage & { alt: string }) {
  const [page, setPage] = useState<Picture | null>(null);
  useEffect(() => {
    const src = displayUrl(photo.url, 'mail');
    if (!src) return;
    const reader = openPage(src);
    reader
      .look({ corners, light: LIGHT.even, longest: LONGEST })
      .then(setPage, (cause: unknown) => console.info('The page could not be drawn', cause));
    return () => reader.close();
  }, [photo.url, corners]);
  if (!page) return <span className={styles.picture} role="img" aria-label={alt} />;
  return <PageCanvas picture={page} alt={alt} className={styles.picture} />;
}
