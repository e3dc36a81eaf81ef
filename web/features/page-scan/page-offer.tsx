import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { n, t } from '../../lib/words.tsx';
import type { LetterPhoto, PhotoReplaced } from '../uploads/letter-photo.ts';
import { usePagesIn } from './find-pages.ts';
import styles from './page-offer.module.css';

const loadDialog = async () => (await import('./pages-dialog.tsx')).PagesDialog;
const PagesDialog = lazyDialog(loadDialog);

interface PageOfferProps {
  photos: readonly LetterPhoto[];
  dispatch: (action: PhotoReplaced) => void;
}

export function PageOffer({ photos, dispatch }: PageOfferProps) {
  const [open, setOpen] = useState(false);
  const { pages, isSearching } = usePagesIn(photos);
  const straight = photos.filter(({ original, edit }) => original && edit?.corners);
  const isOffered = pages.length > 0;
  useEffect(() => {
    if (isOffered)
      loadDialog().catch((cause: unknown) => console.info('The pages could not be fetched ahead', cause));
  }, [isOffered]);

  function undo() {
    for (const { id, original } of straight)
      if (original) dispatch({ type: 'photo-replaced', id, image: original });
  }

  return (
    <div className={styles.strip}>
      <svg className={styles.drawing} viewBox="0 0 92 44" aria-hidden="true">
        <path d="M1 5l27-4 5 38-27 4zM7 12l16-2M8 19l16-2M9 26l16-2M45 15l7 7-7 7" />
        <path d="M59 1h32v42H59zM65 11h20M65 18h20M65 25h20M65 32h13" />
      </svg>
      <p role="status">
        {isOffered
          ? n(pages.length, 'Straighten and brighten this page?', 'Straighten and brighten these pages?')
          : straight.length > 0
            ? n(straight.length, 'The page is straight and bright', 'The pages are straight and bright')
            : isSearching || photos.length === 0
              ? t('Looking for the page…')
              : t('The photos go as they are.')}
      </p>
      {isOffered ? (
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('Have a look')}
        </Button>
      ) : null}
      {straight.length > 0 ? (
        <Button variant="quiet" size="sm" onClick={undo}>
          {t('Undo')}
        </Button>
      ) : null}
      {open ? (
        <PagesDialog
          pages={pages}
          numberOf={(photo) => photos.findIndex(({ id }) => id === photo.id) + 1}
          onTake={(id, image, edit) => dispatch({ type: 'photo-replaced', id, image, edit })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
