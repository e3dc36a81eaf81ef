import type { Template } from '../template.ts';

/** A page from a spiral pad: the message on ruled lines, the photos taped in below. */
export const notebook: Template = {
  position: 4,
  label: 'Cozy Notebook',
  note: 'ruled lines, and a strip of tape on each page',
  preheader: () => 'A page from my notebook, for you',
  mail: () => import('./mail.tsx'),
};
