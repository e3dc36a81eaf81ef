import { useEffect, useState } from 'react';
import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { t } from '../../lib/words.tsx';
import type { PhotoImageFields } from '../uploads/letter-photo.ts';
import { type FoundPage, pageIn } from './find-pages.ts';
import { openPage, type PageReader } from './page-reader.ts';
import type { DrawnPage, FoundCorners } from './page-worker.ts';

type PageSearch = 'searching' | 'not found' | FoundCorners;

export type UsePage = ReturnType<typeof usePage>;

interface PageOptions {
  photo: PhotoImageFields;
  /** a worker runs while this is true */
  isWanted: boolean;
  corners: Quad | null;
  light: number;
  /** longer edge of the preview, pixels */
  longest: number;
}

export function usePage({ photo, isWanted, corners, light, longest }: PageOptions) {
  const { filename, url } = photo;
  const [reader, setReader] = useState<PageReader | null>(null);
  const [found, setFound] = useState<FoundPage | 'searching' | 'not found'>('searching');
  const [drawn, setDrawn] = useState<{ picture: DrawnPage; corners: Quad | null; light: number } | null>(
    null,
  );

  useEffect(() => {
    const src = displayUrl(url);
    if (!isWanted || !src) return;
    const opened = openPage(src);
    setReader(opened);
    setFound('searching');
    let stopped = false;
    void pageIn({ filename, url }).then((page) => {
      if (!stopped) setFound(page ?? 'not found');
    });
    return () => {
      stopped = true;
      opened.close();
      setReader(null);
    };
  }, [filename, url, isWanted]);

  useEffect(() => {
    reader?.draw({ corners, light, longest }).then(
      (picture) => picture && setDrawn({ picture, corners, light }),
      (cause: unknown) => console.info('The page could not be drawn', cause),
    );
  }, [reader, corners, light, longest]);

  // The search has drawn the page with its own corners and even light.
  const drawnBefore =
    typeof found === 'object' && found.corners === corners && light === LIGHT.even ? found.picture : null;
  const isDrawn = drawn?.corners === corners && drawn.light === light;
  return {
    search: found,
    /** the page with the given edit, or with the one drawn before; null until one is drawn, or if none can be */
    preview: (isDrawn ? null : drawnBefore) ?? drawn?.picture ?? null,
    isCurrent: isDrawn || drawnBefore !== null,
  };
}

/** Corners that may be used without asking the person; null for a guess, and without a page. */
export function sureCorners(search: PageSearch): Quad | null {
  return typeof search === 'object' && search.isSure ? search.corners : null;
}

/** @param isAtFound the handles are where the page was found */
export function searchHint(search: PageSearch, isAtFound: boolean): string {
  if (search === 'searching') return t('Looking for the page…');
  if (search === 'not found')
    return t('No page was found. Drag the handles to its corners. Arrow keys work too.');
  if (!search.isSure && !isAtFound)
    return t(
      'We are not sure where the page is. Find the page shows our guess, or drag the handles to its corners. Arrow keys work too.',
    );
  return t('The page was found. Drag a handle that is not on its corner. Arrow keys work too.');
}
