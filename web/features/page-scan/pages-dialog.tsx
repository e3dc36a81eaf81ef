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
  isChosen: boolean;
  corners: Quad;
}

export function PagesDialog({ pages: offered, numberOf, onTake, onClose }: PagesDialogProps) {
  const toast = useToast();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  /** the pages when straightening began, and the number of the current one, from 1 */
  const [taking, setTaking] = useState<{ pages: PhotoWithPage[]; number: number } | null>(null);
  const shown = useIsShown();
  const pages = taking?.pages ?? offered;
  const choiceOf = ({ photo, page }: PhotoWithPage): Choice =>
    choices.get(photo.id) ?? { isChosen: page.isSure, corners: page.corners };
  // The first is rendered at once, however many there are.
  const drawn = useDeferredValue(pages, pages.slice(0, 1));
  const chosen = pages.filter((page) => choiceOf(page).isChosen);

  async function take() {
    const wanted = chosen.map((page) => ({ photo: page.photo, corners: choiceOf(page).corners }));
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
            aria-disabled={chosen.length === 0}
            onClick={() => chosen.length > 0 && void take()}
          >
            {taking === null
              ? n(Math.max(1, chosen.length), 'Take this page', 'Take {n} pages')
              : t('Page {number} of {count}…', { number: taking.number, count: chosen.length })}
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
  const { corners, isChosen } = choice;
  const isMoved = corners !== page.corners;
  useEffect(() => {
    const src = displayUrl(url, 'mail');
    if (!src || !isMoved) return;
    const reader = openPage(src);
    reader
      .draw({ corners, light: LIGHT.even, longest: SHOWN_LONGEST })
      .then(setMoved, (cause: unknown) => console.info('The page could not be drawn', cause));
    return () => reader.close();
  }, [url, corners, isMoved]);
  return (
    <li className={styles.pair} aria-labelledby={name}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ currentTarget: { checked } }) => onChoose({ corners, isChosen: checked })}
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
          // Moving the corners also chooses the page.
          onChange={(moved) => onChoose({ corners: moved, isChosen: true })}
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
