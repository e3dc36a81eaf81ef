import type { Template } from '../template.ts';

/** A chapter: a framed page on night-blue boards, numbered plates, an ending. */
export const storybook: Template = {
  position: 8,
  label: 'Storybook',
  note: 'a chapter of its own, with plates',
  preheader: () => 'Chapter One, in which a letter arrives',
  mail: () => import('./mail.tsx'),
};
