import type { Template } from '../template.ts';

/** A hallway wall: every page in a dark frame, the message on a placard. */
export const classic: Template = {
  position: 1,
  label: 'Classic Frame',
  note: 'a double rule around every page',
  preheader: () => 'Handwritten, and framed for you',
  mail: () => import('./mail.tsx'),
};
