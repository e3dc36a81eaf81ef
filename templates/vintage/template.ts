import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const vintage: Template = {
  position: 3,
  label: msg('Vintage Style'),
  note: msg('the colour of a drawer that is seldom opened'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('A letter worth keeping'),
  mail: () => import('./mail.tsx'),
};
