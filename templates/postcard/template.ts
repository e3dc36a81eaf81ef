import type { Template } from '../template.ts';

/** Picture sides and a divided back with stamp and address. */
export const postcard: Template = {
  position: 5,
  label: 'Vintage Postcard',
  note: 'a divided back and a view',
  preheader: () => 'Wish you were here to read it aloud',
  mail: () => import('./mail.tsx'),
};
