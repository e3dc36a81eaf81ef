import { useEffect, useRef, useState } from 'react';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { LIGHT } from '../../../shared/page-scan/even-light.ts';
import type { Picture } from '../../../shared/page-scan/picture.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { PhotoImage } from '../../components/photo-image.tsx';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import type { LetterPhoto, PhotoImageFields } from '../uploads/letter-photo.ts';
import { renderEdit } from './edit-api.ts';
import type { PhotoWithPage } from './find-pages.ts';
import { PageCanvas } from './page-canvas.tsx';
import { openPage } from './page-reader.ts';
import styles from './pages-dialog.module.css';

/** Replaces a photo's image by its page. */
export type TakePage = (id: string, image: PhotoImageFields, edit: PageEdit) => void;

interface PagesDialogProps {
  pages: PhotoWithPage[];
  /** number of a photo in the letter, from 1 */
  numberOf: (photo: LetterPhoto) => number;
  onTake: TakePage;
  /** the photos that were taken, as they were before */
  onTaken: (before: LetterPhoto[]) => void;
  onClose: () => void;
}

/** Before and after of all pages, of which each can be left as it is. */
export function PagesDialog({ pages: offered, numberOf, onTake, onTaken, onClose }: PagesDialogProps) {
  const toast = useToast();
  // Those that are taken are no longer offered; the dialog shows them until it closes.
  const [pages] = useState(offered);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [taking, setTaking] = useState<number | null>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const chosen = pages.filter(({ photo }) => !left.has(photo.id));

  async function take() {
    const taken: LetterPhoto[] = [];
    try {
      for (const { photo, corners } of chosen) {
        setTaking(taken.length + 1);
        const edit: PageEdit = { corners: [...corners], light: LIGHT.even, turn: 0, crop: null };
        const image = await renderEdit(photo.filename, edit);
        if (isClosed.current) return;
        onTake(photo.id, image, edit);
        taken.push(photo);
      }
      onTaken(taken);
    } catch (cause) {
      if (isClosed.current) return;
      console.error('A page could not be straightened', cause);
      const description = messageForPerson(cause, 'Please try again');
      toast({ title: 'The pages could not be straightened', description, tone: 'error' });
      setTaking(null);
      setLeft(new Set([...left, ...taken.map(({ id }) => id)]));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Straight and bright pages"
      description="Each can be taken back at any time before the letter is sent."
      width={980}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Leave them
          </Button>
          <Button busy={taking !== null} aria-disabled={chosen.length === 0} onClick={() => void take()}>
            {taking === null ? takeLabel(chosen.length) : `Page ${taking} of ${chosen.length}…`}
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
              alt={`Photo ${numberOf(photo)} before`}
              width={photo.width}
              height={photo.height}
              className={styles.picture}
            />
            <PageAfter photo={photo} corners={corners} alt={`Photo ${numberOf(photo)} after`} />
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
              Straighten and brighten photo {numberOf(photo)}
            </label>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function takeLabel(count: number): string {
  return count === 1 ? 'Take this page' : `Take ${count} pages`;
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
