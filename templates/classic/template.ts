import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const classic: Template = {
  position: 1,
  label: msg('Classic Frame'),
  note: msg('a dark frame, a gilt edge, a wide mat'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('Handwritten, and framed for you'),
  mail: () => import('./mail.tsx'),
};
