import { useEffect, useState } from 'react';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import type { Picture } from '../../../packages/page-finder/picture.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { openPage, type PageReader } from './page-reader.ts';
import type { PageSearch } from './page-search.ts';

export interface UsePage {
  search: PageSearch;
  /** the page as it will be; null until it is drawn, or where it cannot be */
  preview: Picture | null;
}

interface PageOptions {
  url: string;
  /** the worker starts when this is true for the first time */
  isWanted: boolean;
  corners: Quad | null;
  light: number;
  /** pixels of the preview's longer edge */
  longest: number;
}

/** Finds the page of a photo and draws what becomes of it, while it is wanted. */
export function usePage({ url, isWanted, corners, light, longest }: PageOptions): UsePage {
  const [reader, setReader] = useState<PageReader | null>(null);
  const [search, setSearch] = useState<PageSearch>('none yet');
  const [preview, setPreview] = useState<Picture | null>(null);

  useEffect(() => {
    const src = displayUrl(url);
    if (!isWanted || !src) return;
    const opened = openPage(src);
    setReader(opened);
    setSearch('searching');
    opened.find().then(
      (found) => setSearch(found ?? 'not found'),
      (cause: unknown) => {
        console.info('The page of a photo could not be looked for', cause);
        setSearch('not found');
      },
    );
    return () => {
      opened.close();
      setReader(null);
    };
  }, [url, isWanted]);

  useEffect(() => {
    reader?.look({ corners, light, longest }).then(
      (picture) => picture && setPreview(picture),
      (cause: unknown) => console.info('The page could not be drawn', cause),
    );
  }, [reader, corners, light, longest]);

  return { search, preview };
}
