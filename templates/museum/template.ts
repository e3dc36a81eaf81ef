import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const museum: Template = {
  position: 6,
  label: msg('Museum Exhibition'),
  note: msg('each page hung with its label'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('On view now: a letter, written by hand'),
  mail: () => import('./mail.tsx'),
};
