import * as registry from '../templates/registry.ts';
import type { Template } from '../templates/template.ts';
import type { Words } from './words.ts';

export type TemplateId = keyof typeof registry;

export const TEMPLATE_BY_ID: Readonly<Record<TemplateId, Template>> = registry;

/** In the order of the picker (spec section 3). */
export const TEMPLATES = (Object.entries(TEMPLATE_BY_ID) as [TemplateId, Template][])
  .map(([id, template]) => ({ id, ...template }))
  .sort((one, other) => one.position - other.position);

export const TEMPLATE_IDS = TEMPLATES.map(({ id }) => id) as [TemplateId, ...TemplateId[]];

export const DEFAULT_TEMPLATE: TemplateId = 'vintage';

/** An id that this build does not know is shown as it is. */
export function templateLabel(id: string, { t }: Words): string {
  const label = TEMPLATES.find((template) => template.id === id)?.label;
  return label ? t(label) : id;
}
