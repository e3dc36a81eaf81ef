import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const postcard: Template = {
  position: 5,
  label: msg('Vintage Postcard'),
  note: msg('a divided back and a view'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('Wish you were here to read it aloud'),
  mail: () => import('./mail.tsx'),
};
