import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const hackley: Template = {
  position: 9,
  label: msg('Hackley'),
  note: msg('a composition book in school blue'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('Handed in with care: a composition in longhand'),
  mail: () => import('./mail.tsx'),
};
