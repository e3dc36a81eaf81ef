import { msg } from '../../shared/words.ts';
import type { Template } from '../template.ts';

export const storybook: Template = {
  position: 8,
  label: msg('Storybook'),
  note: msg('a chapter of its own, with plates'),
  // Translators: the wit of the page that it is written on; to be written anew in your language.
  preheader: (_, words) => words.t('Chapter One, in which a letter arrives'),
  mail: () => import('./mail.tsx'),
};
