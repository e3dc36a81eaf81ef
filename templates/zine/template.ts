import type { Template } from '../template.ts';

/** Two colours on a photocopier: reversed type, thick keylines, blocks out of register. */
export const zine: Template = {
  position: 7,
  label: 'Zine Layout',
  note: 'cut, pasted and photocopied',
  preheader: () => 'One copy only, made by hand',
  mail: () => import('./mail.tsx'),
};
