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
  /** the worker starts when this is true for the first time */
  isWanted: boolean;
  corners: Quad | null;
  light: number;
  /** pixels of the preview's longer edge */
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
    let gone = false;
    void pageIn({ filename, url }).then((page) => {
      if (!gone) setFound(page ?? 'not found');
    });
    return () => {
      gone = true;
      opened.close();
      setReader(null);
    };
  }, [filename, url, isWanted]);

  useEffect(() => {
    reader?.look({ corners, light, longest }).then(
      (picture) => picture && setDrawn({ picture, corners, light }),
      (cause: unknown) => console.info('The page could not be drawn', cause),
    );
  }, [reader, corners, light, longest]);

  // As it was offered it is drawn already.
  const offered =
    typeof found === 'object' && found.corners === corners && light === LIGHT.even ? found.picture : null;
  const isDrawn = drawn?.corners === corners && drawn.light === light;
  return {
    search: found,
    /** the page as it will be, or as it was a moment ago; null until it is drawn, or where it cannot be */
    preview: (isDrawn ? null : offered) ?? drawn?.picture ?? null,
    isCurrent: isDrawn || offered !== null,
  };
}

/** The corners on which handles may be laid unasked; null for a guess, and for none. */
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
