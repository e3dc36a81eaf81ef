import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const zine: Template = {
  position: 7,
  label: msg('Zine Layout'),
  note: msg('cut, pasted and photocopied'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('One copy only, made by hand'),
  mail: () => import('./mail.tsx'),
};
