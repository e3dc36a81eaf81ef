/** The nine papers a letter can be written on: id on the wire, label on the screen (spec section 3). */
export const PAPERS = [
  { id: 'classic', label: 'Classic Frame' },
  { id: 'modern', label: 'Modern Clean' },
  { id: 'vintage', label: 'Vintage Style' },
  { id: 'notebook', label: 'Cozy Notebook' },
  { id: 'postcard', label: 'Vintage Postcard' },
  { id: 'museum', label: 'Museum Exhibition' },
  { id: 'zine', label: 'Zine Layout' },
  { id: 'storybook', label: 'Storybook' },
  { id: 'hackley', label: 'Hackley' },
] as const;

export type PaperId = (typeof PAPERS)[number]['id'];

export const PAPER_IDS = PAPERS.map((paper) => paper.id) as [PaperId, ...PaperId[]];

export const DEFAULT_PAPER: PaperId = 'vintage';

/** Label of a stored template id; an id this build does not know is shown as it is. */
export function paperLabel(id: string): string {
  return PAPERS.find((paper) => paper.id === id)?.label ?? id;
}
