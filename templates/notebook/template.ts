import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const notebook: Template = {
  position: 4,
  label: msg('Cozy Notebook'),
  note: msg('ruled lines, and a strip of tape on each page'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('A page from my notebook, for you'),
  mail: () => import('./mail.tsx'),
};
