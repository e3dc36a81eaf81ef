import { useEffect, useState } from 'react';
import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import { displayUrl } from '../../../shared/photos.ts';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import { openPage } from './page-reader.ts';
import type { DrawnPage, FoundCorners } from './page-worker.ts';

/** Longer edge of a page's preview, pixels. */
export const SHOWN_LONGEST = 900;

/** `picture`: the page straightened, with its light evened. */
export interface FoundPage extends FoundCorners {
  picture: DrawnPage;
}

/** All are forgotten beyond this number, that of several letters, because each holds a picture. */
const REMEMBERED_MAX = 60;
/** By file name; a tab searches each photo once, unless that fails. */
const searched = new Map<string, Promise<FoundPage | null>>();
/** One photo at a time: each takes a core for some tenths of a second. */
let lastSearch: Promise<unknown> = Promise.resolve();

export function pageIn({ filename, url }: Pick<LetterPhoto, 'filename' | 'url'>): Promise<FoundPage | null> {
  const known = searched.get(filename);
  if (known) return known;
  const search = lastSearch.then(async () => {
    const src = displayUrl(url, 'mail');
    if (!src) return null;
    const reader = openPage(src);
    try {
      const found = await reader.find();
      const picture =
        found && (await reader.draw({ corners: found.corners, light: LIGHT.even, longest: SHOWN_LONGEST }));
      return found && picture?.isPaper ? { ...found, picture } : null;
    } catch (cause) {
      console.info('The page of a photo could not be looked for', cause);
      searched.delete(filename);
      return null;
    } finally {
      reader.close();
    }
  });
  if (searched.size >= REMEMBERED_MAX) searched.clear();
  searched.set(filename, search);
  lastSearch = search;
  return search;
}

export interface PhotoWithPage {
  photo: LetterPhoto;
  page: FoundPage;
}

export function usePagesIn(photos: readonly LetterPhoto[]): { pages: PhotoWithPage[]; isSearching: boolean } {
  const [found, setFound] = useState<ReadonlyMap<string, FoundPage | null>>(new Map());
  const unedited = photos.filter(({ original }) => original === undefined);
  useEffect(() => {
    let stopped = false;
    for (const photo of photos) {
      if (photo.original) continue;
      void pageIn(photo).then((page) => {
        if (!stopped) setFound((pages) => new Map(pages).set(photo.filename, page));
      });
    }
    return () => {
      stopped = true;
    };
  }, [photos]);
  return {
    pages: unedited.flatMap((photo) => {
      const page = found.get(photo.filename);
      return page ? [{ photo, page }] : [];
    }),
    isSearching: unedited.some(({ filename }) => !found.has(filename)),
  };
}
