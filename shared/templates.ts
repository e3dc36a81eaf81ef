/** The nine papers a letter can be written on: id on the wire, label on the screen (spec section 3). */
export const TEMPLATES = [
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

export type TemplateId = (typeof TEMPLATES)[number]['id'];

export const TEMPLATE_IDS = TEMPLATES.map((paper) => paper.id) as [TemplateId, ...TemplateId[]];

export const DEFAULT_TEMPLATE: TemplateId = 'vintage';

/** Label of a stored template id; an id this build does not know is shown as it is. */
export function templateLabel(id: string): string {
  return TEMPLATES.find((paper) => paper.id === id)?.label ?? id;
}
