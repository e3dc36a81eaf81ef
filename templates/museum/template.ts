import type { Template } from '../template.ts';

/** A dark gallery: wall text, then every page lit and labelled. */
export const museum: Template = {
  position: 6,
  label: 'Museum Exhibition',
  note: 'each page hung with its label',
  preheader: () => 'On view now: a letter, written by hand',
  mail: () => import('./mail.tsx'),
};
