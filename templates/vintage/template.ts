import type { Template } from '../template.ts';

/** A kept letter: letterhead, a ribbon down its left edge, photos held by album corners. The default. */
export const vintage: Template = {
  position: 3,
  label: 'Vintage Style',
  note: 'the colour of a drawer that is seldom opened',
  preheader: () => 'A letter worth keeping',
  mail: () => import('./mail.tsx'),
};
