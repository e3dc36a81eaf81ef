import type { Template } from '../template.ts';

/** A hallway wall: every page in a dark frame, the message on a placard. */
export const classic: Template = {
  position: 1,
  label: 'Classic Frame',
  note: 'a dark frame, a gilt edge, a wide mat',
  preheader: () => 'Handwritten, and framed for you',
  mail: () => import('./mail.tsx'),
};
