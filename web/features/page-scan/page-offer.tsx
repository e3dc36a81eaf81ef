import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { n, t } from '../../lib/words.tsx';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import { usePagesIn } from './find-pages.ts';
import styles from './page-offer.module.css';
import type { PagesTaken } from './pages-dialog.tsx';
import type { TakePage } from './take-pages.ts';

const PagesDialog = lazyDialog(async () => (await import('./pages-dialog.tsx')).PagesDialog);

/** Ids of the photos of this tab for which it is not offered again. */
const DECLINED = 'pages-declined';
const declinedIds = () => new Set((sessionStorage.getItem(DECLINED) ?? '').split(' '));

interface PageOfferProps {
  photos: readonly LetterPhoto[];
  onTake: TakePage;
  onTaken: PagesTaken;
}

/** One line under the photos, while some of them show a page that could be straight and bright. */
export function PageOffer({ photos, onTake, onTaken }: PageOfferProps) {
  const [declined, setDeclined] = useState(declinedIds);
  const [open, setOpen] = useState(false);
  const pages = usePagesIn(photos).filter(({ photo }) => !declined.has(photo.id));

  function decline() {
    const ids = new Set([...declined, ...pages.map(({ photo }) => photo.id)]);
    sessionStorage.setItem(DECLINED, [...ids].join(' '));
    setDeclined(ids);
  }

  if (pages.length === 0 && !open) return null;
  return (
    <div className={styles.offer}>
      <p>{n(pages.length, 'Straighten and brighten this page?', 'Straighten and brighten these pages?')}</p>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Have a look')}
      </Button>
      <Button variant="quiet" size="sm" onClick={decline}>
        {t('No, thank you')}
      </Button>
      {open ? (
        <PagesDialog
          pages={pages}
          numberOf={(photo) => photos.findIndex(({ id }) => id === photo.id) + 1}
          onTake={onTake}
          onTaken={onTaken}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
