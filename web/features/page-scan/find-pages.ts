import { useEffect, useState } from 'react';
import { displayUrl } from '../../../shared/photos.ts';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import { openPage } from './page-reader.ts';
import type { FoundCorners } from './page-worker.ts';

/** What was found in photos of this tab, by file name: each is looked at once. */
const searched = new Map<string, Promise<FoundCorners | null>>();
/** One photo at a time: each takes a core for some tenths of a second. */
let last: Promise<unknown> = Promise.resolve();

function pageIn({ filename, url }: LetterPhoto): Promise<FoundCorners | null> {
  const known = searched.get(filename);
  if (known) return known;
  const search = last.then(async () => {
    const src = displayUrl(url, 'mail');
    if (!src) return null;
    const reader = openPage(src);
    try {
      return await reader.find();
    } catch (cause) {
      console.info('The page of a photo could not be looked for', cause);
      return null;
    } finally {
      reader.close();
    }
  });
  searched.set(filename, search);
  last = search;
  return search;
}

export interface PhotoWithPage {
  photo: LetterPhoto;
  corners: FoundCorners['corners'];
}

/** The photos that surely show a page and were not edited, once all were looked at. */
export function usePagesIn(photos: readonly LetterPhoto[]): PhotoWithPage[] {
  const [found, setFound] = useState<ReadonlyMap<string, FoundCorners>>(new Map());
  const unedited = photos.filter(({ original }) => original === undefined);
  const names = unedited.map(({ filename }) => filename).join();
  useEffect(() => {
    let gone = false;
    const wanted = photos.filter(({ filename }) => names.includes(filename));
    Promise.all(wanted.map(async (photo) => [photo.filename, await pageIn(photo)] as const)).then((pages) => {
      if (gone) return;
      setFound(new Map(pages.flatMap(([name, page]) => (page?.isSure ? [[name, page] as const] : []))));
    });
    return () => {
      gone = true;
    };
  }, [names, photos]);
  return unedited.flatMap((photo) => {
    const page = found.get(photo.filename);
    return page ? [{ photo, corners: page.corners }] : [];
  });
}
