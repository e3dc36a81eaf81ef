import { registry } from '../templates/registry.ts';
import type { Template } from '../templates/template.ts';
import type { Words } from './words.ts';

export type TemplateId = keyof typeof registry;

export const TEMPLATE_BY_ID: Readonly<Record<TemplateId, Template>> = registry;

export const TEMPLATE_IDS = Object.keys(TEMPLATE_BY_ID) as [TemplateId, ...TemplateId[]];

export const TEMPLATES = TEMPLATE_IDS.map((id) => ({ id, ...TEMPLATE_BY_ID[id] }));

export const DEFAULT_TEMPLATE: TemplateId = 'vintage';

/** An id that this build does not know is shown as it is. */
export function templateLabel(id: string, { t }: Words): string {
  const label = TEMPLATES.find((template) => template.id === id)?.label;
  return label ? t(label) : id;
}
