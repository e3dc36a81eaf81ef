import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const modern: Template = {
  position: 2,
  label: msg('Modern Clean'),
  note: msg('white space and nothing else'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (photoCount, words) =>
    words.n(photoCount, 'One page, written by hand', '{n} pages, written by hand'),
  mail: () => import('./mail.tsx'),
};
