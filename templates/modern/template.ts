import type { Template } from '../template.ts';

/** No ornament: the first page edge to edge, one very large salutation, numbered pages. */
export const modern: Template = {
  position: 2,
  label: 'Modern Clean',
  note: 'white space and nothing else',
  preheader: (photoCount) =>
    photoCount === 1 ? 'One page, written by hand' : `${photoCount} pages, written by hand`,
  mail: () => import('./mail.tsx'),
};
