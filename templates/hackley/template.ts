import type { Template } from '../template.ts';

/** A school exercise book: cover with label plate, marking margin, room for remarks. */
export const hackley: Template = {
  position: 9,
  label: 'Hackley',
  note: 'a composition book in school blue',
  preheader: () => 'Handed in with care: a composition in longhand',
  mail: () => import('./mail.tsx'),
};
