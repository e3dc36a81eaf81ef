import type { Quad } from '../../../packages/page-finder/geometry.ts';
import { t } from '../../lib/words.tsx';
import type { FoundCorners } from './page-worker.ts';

export type PageSearch = 'searching' | 'not found' | FoundCorners;

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
