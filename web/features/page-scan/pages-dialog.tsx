import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { PhotoImage } from '../../components/photo-image.tsx';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { n, t } from '../../lib/words.tsx';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import { CornerHandles } from './corner-handles.tsx';
import { type PhotoWithPage, SHOWN_LONGEST } from './find-pages.ts';
import { PageCanvas } from './page-canvas.tsx';
import { openPage } from './page-reader.ts';
import styles from './pages-dialog.module.css';
import { type TakePage, takePages } from './take-pages.ts';

interface PagesDialogProps {
  pages: PhotoWithPage[];
  /** number of a photo in the letter, from 1 */
  numberOf: (photo: LetterPhoto) => number;
  onTake: TakePage;
  onClose: () => void;
}

interface Choice {
  isTaken: boolean;
  corners: Quad;
}

export function PagesDialog({ pages: offered, numberOf, onTake, onClose }: PagesDialogProps) {
  const toast = useToast();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  /** the pages as they were when they were taken, and the number of the one that is */
  const [taking, setTaking] = useState<{ pages: PhotoWithPage[]; number: number } | null>(null);
  const shown = useIsShown();
  const pages = taking?.pages ?? offered;
  const choiceOf = ({ photo, page }: PhotoWithPage): Choice =>
    choices.get(photo.id) ?? { isTaken: page.isSure, corners: page.corners };
  // The first stands there at once, whatever their number.
  const drawn = useDeferredValue(pages, pages.slice(0, 1));
  const taken = pages.filter((page) => choiceOf(page).isTaken);

  async function take() {
    const wanted = taken.map((page) => ({ photo: page.photo, corners: choiceOf(page).corners }));
    const cause = await takePages(wanted, {
      onTake,
      onBegin: (number) => setTaking({ pages, number }),
      isStopped: () => !shown.current,
    });
    if (cause) {
      console.error('A page could not be straightened', cause);
      const description = messageForPerson(cause, t('Please try again'));
      toast({ title: t('Not all pages could be straightened'), description, tone: 'error' });
    }
    if (shown.current) onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('Straight and bright pages')}
      description={t('Each can be taken back at any time before the letter is sent.')}
      width={1400}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            busy={taking !== null}
            aria-disabled={taken.length === 0}
            onClick={() => taken.length > 0 && void take()}
          >
            {taking === null
              ? n(Math.max(1, taken.length), 'Take this page', 'Take {n} pages')
              : t('Page {number} of {count}…', { number: taking.number, count: taken.length })}
          </Button>
        </>
      }
    >
      <ol className={styles.pages} inert={taking !== null}>
        {drawn.map((page) => (
          <OfferedPage
            key={page.photo.id}
            page={page}
            number={numberOf(page.photo)}
            choice={choiceOf(page)}
            onChoose={(choice) => setChoices(new Map(choices).set(page.photo.id, choice))}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface OfferedPageProps {
  page: PhotoWithPage;
  number: number;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function OfferedPage({ page: { photo, page }, number, choice, onChoose }: OfferedPageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const name = useId();
  const [moved, setMoved] = useState<typeof page.picture | null>(null);
  const { url, width, height } = photo;
  const { corners, isTaken } = choice;
  const isMoved = corners !== page.corners;
  useEffect(() => {
    const src = displayUrl(url, 'mail');
    if (!src || !isMoved) return;
    const reader = openPage(src);
    reader
      .look({ corners, light: LIGHT.even, longest: SHOWN_LONGEST })
      .then(setMoved, (cause: unknown) => console.info('The page could not be drawn', cause));
    return () => reader.close();
  }, [url, corners, isMoved]);
  return (
    <li className={styles.pair} aria-labelledby={name}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isTaken}
          onChange={({ currentTarget: { checked } }) => onChoose({ corners, isTaken: checked })}
        />
        <span id={name}>{t('Straighten and brighten photo {number}', { number })}</span>
      </label>
      <div ref={stage} className={styles.photo} style={{ '--ratio': width / height }}>
        <PhotoImage photo={{ url, width, height }} size="mail" alt={t('Photo {number} before', { number })} />
        <CornerHandles
          stage={stage}
          url={url}
          turn={0}
          corners={corners}
          // Whoever moves its corners wants it.
          onChange={(moved) => onChoose({ corners: moved, isTaken: true })}
        />
      </div>
      <PageCanvas
        picture={(isMoved && moved) || page.picture}
        alt={t('Photo {number} after', { number })}
        className={styles.page}
      />
    </li>
  );
}
